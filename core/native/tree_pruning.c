/* Cost-complexity pruning of one tree (Breiman, Friedman, Olshen and Stone 1984, sections 3.2 to 3.4).
 *
 * tree_pruning_twin.py defines the answer. Nodes stand before their left subtree and that before their right one, so
 * the left child of a node is the next node; `column` is -1 at leaves.
 */
#include "common.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Strengths x nodes: where a row that arrives at a node stops in the tree pruned with that strength. */
PUBLIC int64_t find_resting_nodes(int64_t nodes, const int32_t *column, const int32_t *right, const double *cost,
                                  int64_t count, const double *strengths, int32_t *resting) {
    double *cheapest = malloc(sizeof *cheapest * (size_t)nodes);
    uint8_t *is_closed = malloc((size_t)nodes);
    int64_t result = cheapest && is_closed ? 0 : NO_MEMORY;
    for (int64_t s = 0; s < count && !result; s++) {
        int32_t *rest = resting + s * nodes;
        for (int64_t node = nodes - 1; node >= 0; node--) { /* from the leaves up */
            double as_leaf = cost[node] + strengths[s];
            cheapest[node] = as_leaf;
            is_closed[node] = 1;
            if (column[node] < 0) continue;
            double below = cheapest[node + 1] + cheapest[right[node]];
            is_closed[node] = as_leaf <= below;
            if (below < as_leaf) cheapest[node] = below;
        }
        rest[0] = 0;
        for (int64_t node = 0; node < nodes; node++) { /* from the root down */
            if (column[node] < 0) continue;
            int stops = is_closed[node] || rest[node] != node;
            rest[node + 1] = stops ? rest[node] : (int32_t)(node + 1);
            rest[right[node]] = stops ? rest[node] : right[node];
        }
    }
    free(cheapest);
    free(is_closed);
    return result;
}

/* The node with the weakest link is kept at the top of a tournament: entry i is the better of entries 2i and 2i + 1. */
static void play(int64_t *winners, const double *links, int64_t size, int64_t node) {
    for (int64_t i = (size + node) / 2; i >= 1; i /= 2) {
        int64_t a = winners[2 * i], b = winners[2 * i + 1];
        winners[i] = b >= 0 && links[b] < links[a] ? b : a;
    }
}

/* The strengths at which one node after another becomes a leaf, the weakest link first, down to the root; gives how
 * many there are: one for each question that is still asked when its turn comes. */
PUBLIC int64_t find_collapse_points(int64_t nodes, const int32_t *column, const int32_t *right, const double *cost,
                                    double *points) {
    int64_t size = 1, found = 0;
    while (size < nodes) size *= 2;
    int64_t *parent = malloc(sizeof *parent * (size_t)nodes), *leaves = malloc(sizeof *leaves * (size_t)nodes);
    int64_t *end = malloc(sizeof *end * (size_t)nodes), *winners = malloc(sizeof *winners * 2 * (size_t)size);
    double *links = malloc(sizeof *links * (size_t)nodes), *below = malloc(sizeof *below * (size_t)nodes);
    if (!parent || !leaves || !end || !winners || !links || !below) {
        found = NO_MEMORY;
        goto leave;
    }
    parent[0] = -1;
    for (int64_t node = nodes - 1; node >= 0; node--) {
        leaves[node] = 1;
        end[node] = node + 1;
        below[node] = cost[node]; /* cost of the leaves below */
        links[node] = INFINITY;
        if (column[node] < 0) continue;
        int64_t a = node + 1, b = right[node];
        parent[a] = parent[b] = node;
        leaves[node] = leaves[a] + leaves[b];
        end[node] = end[b];
        below[node] = below[a] + below[b];
        links[node] = (cost[node] - below[node]) / (double)(leaves[node] - 1);
    }
    for (int64_t i = 0; i < size; i++) winners[size + i] = i < nodes ? i : -1;
    for (int64_t i = size - 1; i >= 1; i--) {
        int64_t a = winners[2 * i], b = winners[2 * i + 1];
        winners[i] = b >= 0 && links[b] < links[a] ? b : a;
    }
    while (leaves[0] > 1) {
        int64_t weakest = size > 1 ? winners[1] : 0;
        points[found++] = links[weakest];
        for (int64_t node = weakest; node < end[weakest]; node++) {
            if (links[node] == INFINITY) continue;
            links[node] = INFINITY;
            play(winners, links, size, node);
        }
        int64_t fewer = leaves[weakest] - 1;
        double dearer = cost[weakest] - below[weakest];
        leaves[weakest] = 1;
        for (int64_t above = parent[weakest]; above >= 0; above = parent[above]) {
            leaves[above] -= fewer;
            below[above] += dearer;
            links[above] = (cost[above] - below[above]) / (double)(leaves[above] - 1);
            play(winners, links, size, above);
        }
    }
leave:
    free(parent);
    free(leaves);
    free(end);
    free(winners);
    free(links);
    free(below);
    return found;
}
