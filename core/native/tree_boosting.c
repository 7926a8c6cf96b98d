/* Gradient boosting of small trees on binned columns (Friedman 2001; histograms as in Ke et al. 2017).
 *
 * tree_boosting_twin.py defines the answer. Gradients are rounded to whole numbers (30 bits of the largest one), so that
 * the sums of histograms are exact and one child's histogram is its parent's without the other's. The exponential is our
 * own, because those of the systems differ in the last bit.
 *
 * Sizes and contents are checked by the caller (tree_boosting.py).
 */
#include "trees.h"

#include <stdlib.h>
#include <string.h>

#define MISSING_BIN 255
#define BINS 256
#define GRADIENT_BITS 30
#define LEAST_HESSIAN 1e-3 /* on either side of a question */
#define TINY 1e-15

enum { SQUARED = 0, TWO_CLASSES = 1, SEVERAL_CLASSES = 2 };

typedef struct {
    int64_t rows, columns;
    int64_t scores;           /* trees of a round: one, or one for each class */
    int64_t loss;
    const uint8_t *bins;      /* columns x rows; MISSING_BIN for missing cells */
    const int32_t *bin_count; /* columns: bins of known cells */
    const double *targets;    /* rows: numbers, or labels 0, 1, ... */
    const double *start;      /* scores: where every row begins */
} BinnedTable;

typedef struct {
    int64_t rounds, depth, most_leaves, smallest_leaf;
    double rate;
    const volatile int32_t *stop;
} BoostingOptions;

typedef struct { int64_t gradient, hessian, rows; } Sums;

typedef struct {
    int64_t low, high, depth, node;
    Sums sums;
    Sums *histogram;          /* columns x BINS */
    double gain;              /* of the best question; at most 0: there is none */
    int64_t column, bin;
    int missing_left;
    Sums left;
} Leaf;

typedef struct { int64_t left, right, column, bin, rows; int missing_left; double value; } GrownNode;

typedef struct {
    const BinnedTable *table;
    const BoostingOptions *options;
    int32_t *rows, *aside, *gradient, *hessian; /* gradients: scores x rows */
    double gradient_unit, hessian_unit;
    double *raw, *exact_gradient, *exact_hessian;
    Leaf *leaves;
    GrownNode *nodes;
    Sums *histograms;
} Boosting;

/* exp by reduction to |r| <= ln 2 / 2 and its series; the same operations as in the twin. */
static double exponential(double x) {
    static const double by_factorial[] = {1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
                                          1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,
                                          1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,        0.5,
                                          1.0,                1.0};
    if (x > 700.0) x = 700.0;
    if (x < -700.0) x = -700.0;
    double k = floor(x * 1.4426950408889634 + 0.5);
    double r = x - k * 0.693147180369123816490;
    r = r - k * 1.90821492927058770002e-10;
    double sum = by_factorial[0];
    for (int i = 1; i < 14; i++) sum = sum * r + by_factorial[i];
    return ldexp(sum, (int)k);
}

static void find_gradients(Boosting *b) {
    const BinnedTable *t = b->table;
    int64_t scores = t->scores, rows = t->rows;
    for (int64_t row = 0; row < rows; row++) {
        const double *raw = b->raw + row * scores;
        if (t->loss == SQUARED) {
            b->exact_gradient[row] = raw[0] - t->targets[row];
            b->exact_hessian[row] = 1.0;
        } else if (t->loss == TWO_CLASSES) {
            double chance = 1.0 / (1.0 + exponential(-raw[0]));
            b->exact_gradient[row] = chance - t->targets[row];
            b->exact_hessian[row] = chance * (1.0 - chance);
        } else {
            double largest = raw[0], sum = 0.0;
            for (int64_t s = 1; s < scores; s++) if (raw[s] > largest) largest = raw[s];
            for (int64_t s = 0; s < scores; s++) {
                double part = exponential(raw[s] - largest);
                b->exact_gradient[s * rows + row] = part;
                sum += part;
            }
            for (int64_t s = 0; s < scores; s++) {
                double chance = b->exact_gradient[s * rows + row] / sum;
                b->exact_gradient[s * rows + row] = chance - (t->targets[row] == (double)s ? 1.0 : 0.0);
                b->exact_hessian[s * rows + row] = chance * (1.0 - chance);
            }
        }
    }
}

/* Rounds numbers to whole ones of GRADIENT_BITS; gives what 1 stands for. */
static double round_to_whole(const double *exact, int64_t count, int32_t *whole) {
    double largest = 0.0;
    int exponent = 0;
    for (int64_t i = 0; i < count; i++) if (fabs(exact[i]) > largest) largest = fabs(exact[i]);
    (void)frexp(largest, &exponent);
    double scale = ldexp(1.0, GRADIENT_BITS - exponent);
    for (int64_t i = 0; i < count; i++) whole[i] = (int32_t)rint(exact[i] * scale);
    return ldexp(1.0, exponent - GRADIENT_BITS);
}

static void fill_histogram(const Boosting *b, const Leaf *leaf, int64_t score) {
    const BinnedTable *t = b->table;
    const int32_t *gradient = b->gradient + score * t->rows, *hessian = b->hessian + score * t->rows;
    for (int64_t column = 0; column < t->columns; column++) {
        Sums *bins = leaf->histogram + column * BINS;
        const uint8_t *bin_of = t->bins + column * t->rows;
        memset(bins, 0, sizeof *bins * BINS);
        for (int64_t i = leaf->low; i < leaf->high; i++) {
            int32_t row = b->rows[i];
            Sums *bin = bins + bin_of[row];
            bin->gradient += gradient[row];
            bin->hessian += hessian[row];
            bin->rows++;
        }
    }
}

static inline double strength(double gradient, double hessian) { return gradient * gradient / (hessian + TINY); }

static void consider(const Boosting *b, Leaf *leaf, const Sums *left, int64_t column, int64_t bin, int missing_left,
                     double alone) {
    int64_t fewest = b->options->smallest_leaf;
    if (left->rows < fewest || leaf->sums.rows - left->rows < fewest) return;
    double gl = (double)left->gradient * b->gradient_unit, hl = (double)left->hessian * b->hessian_unit;
    double gr = (double)(leaf->sums.gradient - left->gradient) * b->gradient_unit;
    double hr = (double)(leaf->sums.hessian - left->hessian) * b->hessian_unit;
    if (hl < LEAST_HESSIAN || hr < LEAST_HESSIAN) return;
    double gain = strength(gl, hl) + strength(gr, hr) - alone;
    if (gain > leaf->gain) {
        leaf->gain = gain;
        leaf->column = column;
        leaf->bin = bin;
        leaf->missing_left = missing_left;
        leaf->left = *left;
    }
}

static void ask_best_question(const Boosting *b, Leaf *leaf) {
    const BinnedTable *t = b->table;
    double alone = strength((double)leaf->sums.gradient * b->gradient_unit, (double)leaf->sums.hessian * b->hessian_unit);
    leaf->gain = 0.0;
    for (int64_t column = 0; column < t->columns; column++) {
        const Sums *bins = leaf->histogram + column * BINS, *missing = bins + MISSING_BIN;
        int64_t last = t->bin_count[column] - 1;
        for (int missing_left = 0; missing_left <= (missing->rows > 0); missing_left++) {
            Sums left = missing_left ? *missing : (Sums){0, 0, 0};
            int64_t end = missing_left || !missing->rows ? last - 1 : last; /* the last: known against missing */
            for (int64_t bin = 0; bin <= end; bin++) {
                if (!bins[bin].rows) continue;
                left.gradient += bins[bin].gradient;
                left.hessian += bins[bin].hessian;
                left.rows += bins[bin].rows;
                consider(b, leaf, &left, column, bin, missing_left, alone);
            }
        }
    }
}

static int can_be_divided(const Boosting *b, const Leaf *leaf) {
    return leaf->depth < b->options->depth && leaf->sums.rows >= 2 * b->options->smallest_leaf;
}

/* Divides a leaf by its question: it becomes its left child, `other` its right one. */
static void divide_leaf(Boosting *b, Leaf *leaf, Leaf *other, int64_t nodes, int64_t score) {
    const uint8_t *bin_of = b->table->bins + leaf->column * b->table->rows;
    GrownNode *node = b->nodes + leaf->node;
    int64_t middle = leaf->low, right = 0, missing = leaf->histogram[leaf->column * BINS + MISSING_BIN].rows;
    for (int64_t i = leaf->low; i < leaf->high; i++) {
        int32_t row = b->rows[i];
        int goes_left = bin_of[row] == MISSING_BIN ? leaf->missing_left : bin_of[row] <= leaf->bin;
        if (goes_left) b->rows[middle++] = row;
        else b->aside[right++] = row;
    }
    memcpy(b->rows + middle, b->aside, sizeof *b->rows * (size_t)right);
    node->left = nodes;
    node->right = nodes + 1;
    node->column = leaf->column;
    node->bin = leaf->bin;
    node->missing_left = missing ? leaf->missing_left : leaf->left.rows > leaf->sums.rows - leaf->left.rows;
    Sums all = leaf->sums, left = leaf->left;
    Sums rest = {all.gradient - left.gradient, all.hessian - left.hessian, all.rows - left.rows};
    Sums *parents = leaf->histogram, *fresh = other->histogram;
    *other = (Leaf){middle, leaf->high, leaf->depth + 1, nodes + 1, rest, fresh, 0.0, -1, 0, 0, {0, 0, 0}};
    *leaf = (Leaf){leaf->low, middle, leaf->depth + 1, nodes, left, parents, 0.0, -1, 0, 0, {0, 0, 0}};
    if (!can_be_divided(b, leaf) && !can_be_divided(b, other)) return;
    Leaf *small = left.rows <= rest.rows ? leaf : other, *large = small == leaf ? other : leaf;
    small->histogram = fresh;
    large->histogram = parents;
    fill_histogram(b, small, score);
    for (int64_t i = 0; i < b->table->columns * BINS; i++) {
        parents[i].gradient -= fresh[i].gradient;
        parents[i].hessian -= fresh[i].hessian;
        parents[i].rows -= fresh[i].rows;
    }
    if (can_be_divided(b, leaf)) ask_best_question(b, leaf);
    if (can_be_divided(b, other)) ask_best_question(b, other);
}

/* Grows one tree and adds it to the scores of the training rows; gives its nodes. */
static int64_t grow_tree(Boosting *b, int64_t score) {
    const BinnedTable *t = b->table;
    int64_t leaves = 1, nodes = 1;
    Leaf *root = b->leaves;
    *root = (Leaf){0, t->rows, 0, 0, {0, 0, t->rows}, b->histograms, 0.0, -1, 0, 0, {0, 0, 0}};
    for (int64_t row = 0; row < t->rows; row++) {
        b->rows[row] = (int32_t)row;
        root->sums.gradient += b->gradient[score * t->rows + row];
        root->sums.hessian += b->hessian[score * t->rows + row];
    }
    if (can_be_divided(b, root)) {
        fill_histogram(b, root, score);
        ask_best_question(b, root);
    }
    b->nodes[0] = (GrownNode){-1, -1, -1, 0, t->rows, 0, 0.0};
    while (leaves < b->options->most_leaves) {
        Leaf *best = b->leaves;
        for (int64_t i = 1; i < leaves; i++) if (b->leaves[i].gain > best->gain) best = b->leaves + i;
        if (!(best->gain > 0.0)) break;
        Leaf *other = b->leaves + leaves;
        other->histogram = b->histograms + leaves * t->columns * BINS;
        divide_leaf(b, best, other, nodes, score);
        b->nodes[nodes] = (GrownNode){-1, -1, -1, 0, best->sums.rows, 0, 0.0};
        b->nodes[nodes + 1] = (GrownNode){-1, -1, -1, 0, other->sums.rows, 0, 0.0};
        nodes += 2;
        leaves++;
    }
    for (int64_t i = 0; i < leaves; i++) {
        const Leaf *leaf = b->leaves + i;
        double hessian = (double)leaf->sums.hessian * b->hessian_unit + TINY;
        double value = -b->options->rate * ((double)leaf->sums.gradient * b->gradient_unit) / hessian;
        b->nodes[leaf->node].value = value;
        for (int64_t j = leaf->low; j < leaf->high; j++) b->raw[(int64_t)b->rows[j] * t->scores + score] += value;
    }
    return nodes;
}

/* Writes the nodes in the order of `Trees`; thresholds are bins until the caller replaces them. */
static int64_t write_nodes(const Boosting *b, int64_t from, Trees *trees, int64_t start, int64_t at) {
    const GrownNode *node = b->nodes + from;
    int64_t place = start + at;
    trees->column[place] = (int32_t)node->column;
    trees->threshold[place] = (double)node->bin;
    trees->right[place] = 0;
    trees->size[place] = (int32_t)node->rows;
    trees->missing_left[place] = (uint8_t)node->missing_left;
    trees->value[place] = node->value;
    if (node->column < 0) return at + 1;
    int64_t right = write_nodes(b, node->left, trees, start, at + 1);
    trees->right[place] = (int32_t)right;
    return write_nodes(b, node->right, trees, start, right);
}

static int make_room(Boosting *b) {
    const BinnedTable *t = b->table;
    size_t rows = (size_t)t->rows, cells = rows * (size_t)t->scores, most = (size_t)b->options->most_leaves;
    b->rows = malloc(sizeof *b->rows * rows);
    b->aside = malloc(sizeof *b->aside * rows);
    b->gradient = malloc(sizeof *b->gradient * cells);
    b->hessian = malloc(sizeof *b->hessian * cells);
    b->raw = malloc(sizeof *b->raw * cells);
    b->exact_gradient = malloc(sizeof *b->exact_gradient * cells);
    b->exact_hessian = malloc(sizeof *b->exact_hessian * cells);
    b->leaves = malloc(sizeof *b->leaves * most);
    b->nodes = malloc(sizeof *b->nodes * 2 * most);
    b->histograms = malloc(sizeof *b->histograms * most * (size_t)t->columns * BINS);
    return b->rows && b->aside && b->gradient && b->hessian && b->raw && b->exact_gradient && b->exact_hessian &&
           b->leaves && b->nodes && b->histograms;
}

/* Grows rounds x scores trees; there is room for 2 x most_leaves - 1 nodes of each. */
PUBLIC int64_t boost_trees(const BinnedTable *table, const BoostingOptions *options, Trees *trees) {
    Boosting b = {.table = table, .options = options};
    int64_t result = make_room(&b) ? 0 : NO_MEMORY, grown = 0, cells = table->rows * table->scores;
    for (int64_t i = 0; i < cells && !result; i++) b.raw[i] = table->start[i % table->scores];
    trees->starts[0] = 0;
    for (int64_t round = 0; round < options->rounds && !result; round++) {
        find_gradients(&b);
        b.gradient_unit = round_to_whole(b.exact_gradient, cells, b.gradient);
        b.hessian_unit = round_to_whole(b.exact_hessian, cells, b.hessian);
        for (int64_t score = 0; score < table->scores && !result; score++) {
            if (*options->stop) {
                result = STOPPED;
                break;
            }
            int64_t nodes = grow_tree(&b, score), start = trees->starts[grown];
            write_nodes(&b, 0, trees, start, 0);
            trees->starts[++grown] = start + nodes;
        }
    }
    void *all[] = {b.rows, b.aside, b.gradient, b.hessian, b.raw, b.exact_gradient, b.exact_hessian, b.leaves, b.nodes, b.histograms};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    return result;
}

/* Adds what the trees of rounds `first` up to `end` (not included) say: rows x scores. */
PUBLIC int64_t add_rounds(const Trees *trees, int64_t scores, int64_t first, int64_t end, const Inputs *inputs,
                          const volatile int32_t *stop, double *sums) {
    for (int64_t tree = first * scores; tree < end * scores; tree++) {
        int64_t start = trees->starts[tree], score = tree % scores;
        if (*stop) return STOPPED;
        for (int64_t row = 0; row < inputs->rows; row++)
            sums[row * scores + score] += trees->value[start + leaf_of_row(trees, start, inputs, row)];
    }
    return 0;
}
