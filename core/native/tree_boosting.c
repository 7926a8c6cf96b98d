/* Gradient boosting of small trees on binned columns (Friedman 2001; histograms as in Ke et al. 2017).
 *
 * tree_boosting_twin.py defines the answer. Gradients are rounded to whole numbers (30 bits of the largest one; hessians
 * of 65,536 rows and more to fewer), so that the sums of histograms are exact and one child's histogram is its parent's
 * without the other's. The exponential is our own, because those of the systems differ in the last bit.
 *
 * Sizes and contents are checked by the caller (tree_boosting.py).
 */
#include "trees.h"

#include <stdlib.h>
#include <string.h>

#define MISSING_BIN 255
#define GRADIENT_BITS 30
#define PAIR_BITS 62            /* of a sum of hessians and a number of rows together */
#define BINS_AT_ONCE 8192       /* of the columns that are summed together: they stay in the processor's cache */
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
    const double *weights;    /* rows: how much each counts; none: all the same */
} BinnedTable;

typedef struct {
    int64_t rounds, depth, most_leaves, smallest_leaf;
    double rate;
    const volatile int32_t *stop;
} BoostingOptions;

typedef struct { int64_t gradient, hessian, rows; } Sums;

/* Two sums that are added at once: gradients, and hessians with `one_row` added for each row. */
typedef int64_t Pair __attribute__((vector_size(16), aligned(8)));

typedef struct {
    int64_t low, high, depth, node;
    Sums sums;
    Pair *histogram;          /* the bins of all columns, as `first_bin` says */
    double gain;              /* of the best question; at most 0: there is none */
    int64_t column, bin;
    int missing_left;
    Sums left;
} Leaf;

typedef struct { int64_t left, right, column, bin, rows; int missing_left; double value; } GrownNode;

typedef struct {
    const BinnedTable *table;
    const BoostingOptions *options;
    uint8_t *codes;           /* rows x columns: the bins again; missing cells have the one after the known ones */
    int64_t *first_bin;       /* columns + 1: where the bins of each column begin; the last is that of missing cells */
    int32_t *rows, *aside, *gradient, *hessian; /* gradients: scores x rows */
    Pair *pairs;              /* of the rows, for the tree that grows */
    int row_bits, hessian_bits; /* rows are fewer than 2 to the power of row_bits; what is left is the hessians' */
    int64_t one_row;          /* above every sum of hessians */
    double gradient_unit, hessian_unit;
    double *raw, *exact_gradient, *exact_hessian;
    Leaf *leaves;
    GrownNode *nodes;
    Pair *histograms;
} Boosting;

/* exp by reduction to |r| <= ln 2 / 2 and its series; the same operations as in the twin. */
static double exponential(double x) {
    static const double by_factorial[] = {1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
                                          1.0 / 362880.0,     1.0 / 40320.0,     1.0 / 5040.0,     1.0 / 720.0,
                                          1.0 / 120.0,        1.0 / 24.0,        1.0 / 6.0,        0.5,
                                          1.0,                1.0};
    if (x > 700.0) x = 700.0;
    if (x < -700.0) x = -700.0;
    double y = x * 1.4426950408889634 + 0.5;
    int64_t k = (int64_t)y;
    if ((double)k > y) k--;
    double r = x - (double)k * 0.693147180369123816490;
    r = r - (double)k * 1.90821492927058770002e-10;
    double sum = by_factorial[0], power;
    for (int i = 1; i < 14; i++) sum = sum * r + by_factorial[i];
    uint64_t bits = (uint64_t)(k + 1023) << 52; /* of 2 to the power of k, which is far from the least number */
    memcpy(&power, &bits, sizeof power);
    return sum * power;
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
        for (int64_t s = 0; t->weights && s < scores; s++) {
            b->exact_gradient[s * rows + row] *= t->weights[row];
            b->exact_hessian[s * rows + row] *= t->weights[row];
        }
    }
}

/* Rounds numbers to whole ones of some bits; gives what 1 stands for. */
static double round_to_whole(const double *exact, int64_t count, int bits, int32_t *whole) {
    double largest = 0.0;
    int exponent = 0;
    for (int64_t i = 0; i < count; i++) if (fabs(exact[i]) > largest) largest = fabs(exact[i]);
    (void)frexp(largest, &exponent);
    double scale = ldexp(1.0, bits - exponent);
    for (int64_t i = 0; i < count; i++) { /* adding 1.5 x 2^52 rounds as rint does, without calling it */
        double shifted = exact[i] * scale + 0x1.8p52;
        whole[i] = (int32_t)(shifted - 0x1.8p52);
    }
    return ldexp(1.0, exponent - bits);
}

/* Row after row, so that sums of one bin seldom wait for each other, and some columns after others. */
static void fill_histogram(const Boosting *b, const Leaf *leaf) {
    const int64_t *first = b->first_bin;
    int64_t columns = b->table->columns, end;
    memset(leaf->histogram, 0, sizeof *leaf->histogram * (size_t)first[columns]);
    for (int64_t begin = 0; begin < columns; begin = end) {
        for (end = begin + 1; end < columns && first[end + 1] - first[begin] <= BINS_AT_ONCE; end++) {}
        for (int64_t i = leaf->low; i < leaf->high; i++) {
            int32_t row = b->rows[i];
            const uint8_t *codes = b->codes + (int64_t)row * columns;
            Pair pair = b->pairs[row];
            for (int64_t column = begin; column < end; column++) leaf->histogram[first[column] + codes[column]] += pair;
        }
    }
}

static inline double strength(double gradient, double hessian) { return gradient * gradient / (hessian + TINY); }

static void consider(const Boosting *b, Leaf *leaf, const Sums *left, int64_t column, int64_t bin, int missing_left,
                     double alone) {
    double gl = (double)left->gradient * b->gradient_unit, hl = (double)left->hessian * b->hessian_unit;
    double gr = (double)(leaf->sums.gradient - left->gradient) * b->gradient_unit;
    double hr = (double)(leaf->sums.hessian - left->hessian) * b->hessian_unit;
    if (hl < LEAST_HESSIAN || hr < LEAST_HESSIAN) return;
    double product = (hl + TINY) * (hr + TINY); /* spares most quotients, decides nothing */
    if (gl * gl * (hr + TINY) + gr * gr * (hl + TINY) < (leaf->gain + alone) * product * (1 - 1e-12)) return;
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
    int64_t fewest = b->options->smallest_leaf * b->one_row; /* of rows on the left, whatever their hessians */
    int64_t most = (leaf->sums.rows - b->options->smallest_leaf + 1) * b->one_row;
    leaf->gain = 0.0;
    for (int64_t column = 0; column < t->columns; column++) {
        const Pair *bins = leaf->histogram + b->first_bin[column];
        Pair missing = leaf->histogram[b->first_bin[column + 1] - 1];
        int64_t last = t->bin_count[column] - 1;
        for (int missing_left = 0; missing_left <= (missing[1] > 0); missing_left++) {
            int64_t gradient = missing_left ? missing[0] : 0, both = missing_left ? missing[1] : 0;
            int64_t end = missing_left || !missing[1] ? last - 1 : last; /* the last: known against missing */
            for (int64_t bin = 0; bin <= end; bin++) {
                int64_t here = bins[bin][1];
                if (!here) continue;
                gradient += bins[bin][0];
                both += here;
                if (both < fewest) continue;
                if (both >= most) break;
                Sums left = {gradient, both & (b->one_row - 1), both >> (PAIR_BITS - b->row_bits)};
                consider(b, leaf, &left, column, bin, missing_left, alone);
            }
        }
    }
}

static int can_be_divided(const Boosting *b, const Leaf *leaf) {
    return leaf->depth < b->options->depth && leaf->sums.rows >= 2 * b->options->smallest_leaf;
}

/* Divides a leaf by its question: it becomes its left child, `other` its right one. */
static void divide_leaf(Boosting *b, Leaf *leaf, Leaf *other, int64_t nodes) {
    const uint8_t *bin_of = b->table->bins + leaf->column * b->table->rows;
    GrownNode *node = b->nodes + leaf->node;
    int64_t middle = leaf->low, right = 0, missing = leaf->histogram[b->first_bin[leaf->column + 1] - 1][1];
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
    Pair *parents = leaf->histogram, *fresh = other->histogram;
    *other = (Leaf){middle, leaf->high, leaf->depth + 1, nodes + 1, rest, fresh, 0.0, -1, 0, 0, {0, 0, 0}};
    *leaf = (Leaf){leaf->low, middle, leaf->depth + 1, nodes, left, parents, 0.0, -1, 0, 0, {0, 0, 0}};
    if (!can_be_divided(b, leaf) && !can_be_divided(b, other)) return;
    Leaf *small = left.rows <= rest.rows ? leaf : other, *large = small == leaf ? other : leaf;
    small->histogram = fresh;
    large->histogram = parents;
    fill_histogram(b, small);
    for (int64_t i = 0; i < b->first_bin[b->table->columns]; i++) parents[i] -= fresh[i];
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
        int64_t gradient = b->gradient[score * t->rows + row], hessian = b->hessian[score * t->rows + row];
        b->rows[row] = (int32_t)row;
        b->pairs[row] = (Pair){gradient, hessian + b->one_row};
        root->sums.gradient += gradient;
        root->sums.hessian += hessian;
    }
    if (can_be_divided(b, root)) {
        fill_histogram(b, root);
        ask_best_question(b, root);
    }
    b->nodes[0] = (GrownNode){-1, -1, -1, 0, t->rows, 0, 0.0};
    while (leaves < b->options->most_leaves) {
        Leaf *best = b->leaves;
        for (int64_t i = 1; i < leaves; i++) if (b->leaves[i].gain > best->gain) best = b->leaves + i;
        if (!(best->gain > 0.0)) break;
        Leaf *other = b->leaves + leaves;
        other->histogram = b->histograms + leaves * b->first_bin[t->columns];
        divide_leaf(b, best, other, nodes);
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
    size_t columns = (size_t)t->columns, bins = columns;
    for (size_t column = 0; column < columns; column++) bins += (size_t)t->bin_count[column];
    b->codes = malloc(rows * columns + 1);
    b->first_bin = malloc(sizeof *b->first_bin * (columns + 1));
    b->pairs = malloc(sizeof *b->pairs * rows);
    b->rows = malloc(sizeof *b->rows * rows);
    b->aside = malloc(sizeof *b->aside * rows);
    b->gradient = malloc(sizeof *b->gradient * cells);
    b->hessian = malloc(sizeof *b->hessian * cells);
    b->raw = malloc(sizeof *b->raw * cells);
    b->exact_gradient = malloc(sizeof *b->exact_gradient * cells);
    b->exact_hessian = malloc(sizeof *b->exact_hessian * cells);
    b->leaves = malloc(sizeof *b->leaves * most);
    b->nodes = malloc(sizeof *b->nodes * 2 * most);
    b->histograms = malloc(sizeof *b->histograms * (most * bins + 1));
    return b->codes && b->first_bin && b->pairs && b->rows && b->aside && b->gradient && b->hessian && b->raw && b->exact_gradient && b->exact_hessian &&
           b->leaves && b->nodes && b->histograms;
}

static void code_cells(Boosting *b) {
    const BinnedTable *t = b->table;
    b->first_bin[0] = 0;
    for (int64_t column = 0; column < t->columns; column++) {
        const uint8_t *bin_of = t->bins + column * t->rows;
        uint8_t missing = (uint8_t)t->bin_count[column];
        b->first_bin[column + 1] = b->first_bin[column] + t->bin_count[column] + 1;
        for (int64_t row = 0; row < t->rows; row++)
            b->codes[row * t->columns + column] = bin_of[row] == MISSING_BIN ? missing : bin_of[row];
    }
}

/* Grows rounds x scores trees; there is room for 2 x most_leaves - 1 nodes of each. */
PUBLIC int64_t boost_trees(const BinnedTable *table, const BoostingOptions *options, Trees *trees) {
    Boosting b = {.table = table, .options = options};
    int64_t result = make_room(&b) ? 0 : NO_MEMORY, grown = 0, cells = table->rows * table->scores;
    for (int64_t i = 0; i < cells && !result; i++) b.raw[i] = table->start[i % table->scores];
    if (!result) code_cells(&b);
    for (b.row_bits = 1; table->rows >> b.row_bits; b.row_bits++) {}
    b.hessian_bits = PAIR_BITS - 2 * b.row_bits < GRADIENT_BITS ? PAIR_BITS - 2 * b.row_bits : GRADIENT_BITS;
    b.one_row = (int64_t)1 << (PAIR_BITS - b.row_bits);
    trees->starts[0] = 0;
    for (int64_t round = 0; round < options->rounds && !result; round++) {
        find_gradients(&b);
        b.gradient_unit = round_to_whole(b.exact_gradient, cells, GRADIENT_BITS, b.gradient);
        b.hessian_unit = round_to_whole(b.exact_hessian, cells, b.hessian_bits, b.hessian);
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
    void *all[] = {b.codes, b.first_bin, b.pairs, b.rows, b.aside, b.gradient, b.hessian, b.raw,
                   b.exact_gradient, b.exact_hessian, b.leaves, b.nodes, b.histograms};
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
