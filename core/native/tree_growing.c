/* Decision trees by search over all questions: one tree (CART), a random forest, extremely randomized trees.
 *
 * tree_growing_twin.py defines the answer; this file gives the same one, quickly. Every sum that decides a question
 * is a sum of whole numbers, hence exact and independent of the order of adding. What remains is a few products and
 * one quotient for each possible question, in a fixed order and (by the compiler's flags) without contraction, so that
 * all compilers and processors grow the same trees.
 *
 * Sizes and contents are checked by the caller (tree_growing.py). Nothing is kept between calls.
 */
#include "trees.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MISSING 0xFFFFFFFFu
#define FEW 32               /* keys that are sorted by insertion */
#define MOST_BUCKETS 2048    /* of one pass of the radix sort */
#define MOST_EXACT_WEIGHT (1 << 17) /* the third power of which is exact in floating point */

typedef struct {
    int64_t rows, columns;
    int64_t answers;         /* classes, or outputs where numbers are predicted */
    int64_t is_classes;
    int64_t units;           /* what a sample draws: rows, or groups of rows */
    const uint32_t *ranks;   /* columns x rows: position among the distinct values of the column, or MISSING */
    const double *values;    /* distinct values in ascending order, one column after another */
    const int64_t *starts;   /* columns + 1: where the values of each column start */
    const int32_t *labels;   /* classes: rows */
    const int64_t *targets;  /* numbers: rows x outputs, in units of target_unit */
    double target_unit;
    const int32_t *weights;  /* rows, at least 1 */
    const int32_t *unit_of;  /* rows */
} Table;

typedef struct {
    uint64_t seed;
    int64_t columns_tried;   /* in each node, among those that vary there */
    int64_t smallest_child;  /* fewest rows on either side of a question */
    int64_t smallest_parent; /* a node with fewer rows is not divided */
    int64_t draws_sample;    /* every tree gets as many units as there are, drawn with replacement */
    const int32_t *samples;  /* trees x units: how often each unit is in each tree; or NULL */
    int64_t random_cuts;     /* one random cut for each column tried, instead of the best one */
    const volatile int32_t *stop;
} Options;

typedef struct { int64_t low, high, parent; int is_right; uint64_t seed; } Pending;

typedef struct { double gain; int64_t column; uint32_t cut, next; double threshold; int missing_left, random; } Question;

typedef struct {
    const Table *table;
    const Options *options;
    Pending *pending;
    int32_t *rows, *aside, *counts, *order;
    /* of the node at hand, by place in the node */
    int64_t size, known;
    int32_t *label, *weight;
    int64_t *target;         /* weight times target: places x outputs */
    uint64_t *keys, *spare;  /* rank and place; places of missing cells stand after the known ones */
    uint32_t *buckets;
    int64_t *histogram;
    int64_t *total, *left, *missing;
    int64_t total_weight, missing_weight;
    uint32_t lowest, highest;
    Question best;
} Work;

/* --- random samples --- */

static uint64_t seed_of_tree(uint64_t seed, int64_t tree) { return mix(seed ^ mix((uint64_t)tree + 1)); }

static void draw_units(uint64_t tree_seed, int64_t units, int32_t *counts) {
    uint64_t state = tree_seed;
    memset(counts, 0, sizeof *counts * (size_t)units);
    for (int64_t i = 0; i < units; i++) counts[draw_below(&state, (uint32_t)units)]++;
}

/* --- one column of one node --- */

static void sort_keys(Work *k) {
    int64_t n = k->known;
    uint64_t *from = k->keys, *to = k->spare;
    if (n <= FEW) {
        for (int64_t i = 1; i < n; i++) {
            uint64_t key = from[i];
            int64_t j = i - 1;
            for (; j >= 0 && from[j] > key; j--) from[j + 1] = from[j];
            from[j + 1] = key;
        }
        return;
    }
    uint32_t base = k->lowest, span = k->highest - k->lowest;
    int needed = 1;
    while (needed < 32 && (span >> needed)) needed++;
    int widest = n < 400 ? 8 : 11, passes = (needed + widest - 1) / widest, bits = (needed + passes - 1) / passes;
    uint32_t mask = (1u << bits) - 1;
    for (int pass = 0; pass < passes; pass++) {
        int shift = pass * bits;
        memset(k->buckets, 0, sizeof *k->buckets * (mask + 1));
        for (int64_t i = 0; i < n; i++) k->buckets[(((uint32_t)(from[i] >> 32) - base) >> shift) & mask]++;
        uint32_t before = 0;
        for (uint32_t b = 0; b <= mask; b++) {
            uint32_t here = k->buckets[b];
            k->buckets[b] = before;
            before += here;
        }
        for (int64_t i = 0; i < n; i++) to[k->buckets[(((uint32_t)(from[i] >> 32) - base) >> shift) & mask]++] = from[i];
        uint64_t *other = from;
        from = to;
        to = other;
    }
    if (from != k->keys) memcpy(k->keys, from, sizeof *from * (size_t)n);
}

static void collect_keys(Work *k, const uint32_t *ranks, const int32_t *rows) {
    int64_t known = 0, end = k->size;
    uint32_t lowest = MISSING, highest = 0;
    for (int64_t place = 0; place < k->size; place++) {
        uint32_t rank = ranks[rows[place]];
        if (rank == MISSING) {
            k->keys[--end] = (uint64_t)place;
        } else {
            k->keys[known++] = (uint64_t)rank << 32 | (uint64_t)place;
            if (rank < lowest) lowest = rank;
            if (rank > highest) highest = rank;
        }
    }
    k->known = known;
    k->lowest = lowest;
    k->highest = highest;
}

static inline void add_place(const Work *k, int64_t *sums, uint32_t place) {
    if (k->table->is_classes) {
        sums[k->label[place]] += k->weight[place];
    } else {
        int64_t outputs = k->table->answers;
        for (int64_t o = 0; o < outputs; o++) sums[o] += k->target[place * outputs + o];
    }
}

static void sum_missing(Work *k) {
    memset(k->missing, 0, sizeof *k->missing * (size_t)k->table->answers);
    k->missing_weight = 0;
    for (int64_t i = k->known; i < k->size; i++) {
        uint32_t place = (uint32_t)k->keys[i];
        add_place(k, k->missing, place);
        k->missing_weight += k->weight[place];
    }
}

/* The gain of a question is Q_left / W_left + Q_right / W_right, with Q the sum of the squared sums of the answers
 * (Breiman et al. 1984: the same order as the decrease of the Gini index or of the squared error). */
static inline void consider(Work *k, double left, double right, int64_t left_weight, int64_t column, uint32_t cut,
                            uint32_t next, int missing_left) {
    double wl = (double)left_weight, wr = (double)(k->total_weight - left_weight);
    double numerator = left * wr + right * wl, denominator = wl * wr;
    if (numerator > k->best.gain * denominator * (1 - 1e-12)) { /* spares most quotients, decides nothing */
        double gain = numerator / denominator;
        if (gain > k->best.gain) k->best = (Question){gain, column, cut, next, 0.0, missing_left, 0};
    }
}

static void consider_sums(Work *k, const int64_t *left, int64_t left_weight, int64_t column, uint32_t cut,
                          uint32_t next, int missing_left) {
    int64_t answers = k->table->answers;
    double on_left, on_right;
    if (k->table->is_classes) {
        int64_t l = 0, r = 0;
        for (int64_t c = 0; c < answers; c++) {
            int64_t a = left[c], b = k->total[c] - a;
            l += a * a;
            r += b * b;
        }
        on_left = (double)l;
        on_right = (double)r;
    } else {
        on_left = on_right = 0.0;
        for (int64_t o = 0; o < answers; o++) {
            double a = (double)left[o], b = (double)(k->total[o] - left[o]);
            on_left += a * a;
            on_right += b * b;
        }
    }
    consider(k, on_left, on_right, left_weight, column, cut, next, missing_left);
}

/* Starts the left side with nothing or with the missing cells; gives its weight. */
static int64_t start_left(Work *k, int missing_left) {
    size_t bytes = sizeof *k->left * (size_t)k->table->answers;
    if (missing_left) memcpy(k->left, k->missing, bytes);
    else memset(k->left, 0, bytes);
    return missing_left ? k->missing_weight : 0;
}

static void scan_sorted(Work *k, int64_t column, int missing_left) {
    const uint64_t *keys = k->keys;
    int64_t answers = k->table->answers, known = k->known, missing = k->size - known;
    int64_t *left = k->left, weight = start_left(k, missing_left);
    int64_t before = missing_left ? missing : 0; /* rows on the left besides the known ones */
    int64_t first = k->options->smallest_child - before, last = k->size - k->options->smallest_child - before;
    if (k->table->is_classes) {
        int64_t l = 0, r = 0;
        for (int64_t c = 0; c < answers; c++) {
            int64_t a = left[c], b = k->total[c] - a;
            l += a * a;
            r += b * b;
        }
        for (int64_t i = 0; i + 1 < known; i++) {
            uint32_t place = (uint32_t)keys[i];
            int64_t w = k->weight[place], c = k->label[place], a = left[c], b = k->total[c] - a;
            l += w * (2 * a + w);
            r += w * (w - 2 * b);
            left[c] = a + w;
            weight += w;
            uint32_t rank = (uint32_t)(keys[i] >> 32), next = (uint32_t)(keys[i + 1] >> 32);
            if (rank != next && i + 1 >= first && i + 1 <= last)
                consider(k, (double)l, (double)r, weight, column, rank, next, missing_left);
        }
    } else if (answers == 1) {
        int64_t sum = left[0], total = k->total[0];
        for (int64_t i = 0; i + 1 < known; i++) {
            uint32_t place = (uint32_t)keys[i];
            sum += k->target[place];
            weight += k->weight[place];
            uint32_t rank = (uint32_t)(keys[i] >> 32), next = (uint32_t)(keys[i + 1] >> 32);
            if (rank != next && i + 1 >= first && i + 1 <= last) {
                double a = (double)sum, b = (double)(total - sum);
                consider(k, a * a, b * b, weight, column, rank, next, missing_left);
            }
        }
    } else {
        for (int64_t i = 0; i + 1 < known; i++) {
            uint32_t place = (uint32_t)keys[i];
            add_place(k, left, place);
            weight += k->weight[place];
            uint32_t rank = (uint32_t)(keys[i] >> 32), next = (uint32_t)(keys[i + 1] >> 32);
            if (rank != next && i + 1 >= first && i + 1 <= last)
                consider_sums(k, left, weight, column, rank, next, missing_left);
        }
    }
}

/* Few distinct values: sums by value instead of sorting. Each value has rows, weight, and the sums of the answers. */
static void fill_histogram(Work *k) {
    int64_t answers = k->table->answers, width = answers + 2;
    memset(k->histogram, 0, sizeof *k->histogram * (size_t)(((int64_t)(k->highest - k->lowest) + 1) * width));
    for (int64_t i = 0; i < k->known; i++) {
        uint32_t place = (uint32_t)k->keys[i];
        int64_t *bin = k->histogram + (int64_t)((uint32_t)(k->keys[i] >> 32) - k->lowest) * width;
        bin[0]++;
        bin[1] += k->weight[place];
        add_place(k, bin + 2, place);
    }
}

static void scan_histogram(Work *k, int64_t column, int missing_left) {
    int64_t answers = k->table->answers, width = answers + 2, missing = k->size - k->known;
    int64_t *left = k->left, weight = start_left(k, missing_left), rows = missing_left ? missing : 0;
    int64_t fewest = k->options->smallest_child;
    uint32_t span = k->highest - k->lowest, rank = 0;
    for (uint32_t b = 0; b <= span; b++) {
        const int64_t *bin = k->histogram + (int64_t)b * width;
        if (!bin[0]) continue;
        if (b && rows >= fewest && k->size - rows >= fewest)
            consider_sums(k, left, weight, column, k->lowest + rank, k->lowest + b, missing_left);
        rows += bin[0];
        weight += bin[1];
        for (int64_t a = 0; a < answers; a++) left[a] += bin[2 + a];
        rank = b;
    }
}

static void search_column(Work *k, int64_t column) {
    int64_t missing = k->size - k->known, fewest = k->options->smallest_child;
    int64_t bins = (int64_t)(k->highest - k->lowest) + 1;
    int is_narrow = bins * (k->table->answers + 2) <= 2 * k->size;
    if (is_narrow) fill_histogram(k);
    else sort_keys(k);
    for (int missing_left = 0; missing_left <= (missing > 0); missing_left++) {
        if (is_narrow) scan_histogram(k, column, missing_left);
        else scan_sorted(k, column, missing_left);
        if (!missing_left && missing >= fewest && k->known >= fewest && missing) { /* known against missing */
            for (int64_t a = 0; a < k->table->answers; a++) k->left[a] = k->total[a] - k->missing[a];
            consider_sums(k, k->left, k->total_weight - k->missing_weight, column, MISSING - 1, MISSING, 0);
        }
    }
}

static void cut_at_random(Work *k, int64_t column, uint64_t *state) {
    const double *values = k->table->values + k->table->starts[column];
    int64_t missing = k->size - k->known, fewest = k->options->smallest_child;
    double low = values[k->lowest], high = values[k->highest], threshold = INFINITY;
    uint32_t cut = MISSING - 1;
    int missing_left = 0;
    if (k->lowest < k->highest) {
        double share = (double)(next_random(state) >> 11) * 0x1p-53, span = high - low;
        threshold = low + share * span;
        if (!(threshold < high)) threshold = low;
        uint32_t from = k->lowest, to = k->highest; /* values[from] <= threshold < values[to] */
        while (to - from > 1) {
            uint32_t middle = from + (to - from) / 2;
            if (values[middle] <= threshold) from = middle;
            else to = middle;
        }
        cut = from;
        if (missing) missing_left = (int)(next_random(state) >> 63);
    }
    int64_t weight = start_left(k, missing_left), rows = missing_left ? missing : 0;
    for (int64_t i = 0; i < k->known; i++) {
        if ((uint32_t)(k->keys[i] >> 32) > cut) continue;
        uint32_t place = (uint32_t)k->keys[i];
        add_place(k, k->left, place);
        weight += k->weight[place];
        rows++;
    }
    if (rows < fewest || k->size - rows < fewest) return;
    double before = k->best.gain;
    consider_sums(k, k->left, weight, column, cut, cut, missing_left);
    if (k->best.gain > before) {
        k->best.threshold = threshold;
        k->best.random = 1;
    }
}

/* --- one tree --- */

/* Sums of the node, its value and cost; whether all its answers are the same. */
static int describe_node(Work *k, const int32_t *rows, double *value, double *cost) {
    const Table *t = k->table;
    int64_t answers = t->answers, weight = 0;
    int is_pure = 1;
    memset(k->total, 0, sizeof *k->total * (size_t)answers);
    for (int64_t place = 0; place < k->size; place++) {
        int32_t row = rows[place];
        int32_t w = t->weights[row] * k->counts[t->unit_of[row]];
        k->weight[place] = w;
        weight += w;
        if (t->is_classes) {
            k->label[place] = t->labels[row];
            k->total[t->labels[row]] += w;
            is_pure &= t->labels[row] == t->labels[rows[0]];
        } else {
            for (int64_t o = 0; o < answers; o++) {
                int64_t target = t->targets[row * answers + o];
                k->target[place * answers + o] = target * w;
                k->total[o] += target * w;
                is_pure &= target == t->targets[rows[0] * answers + o];
            }
        }
    }
    k->total_weight = weight;
    double unit = t->is_classes ? 1.0 : t->target_unit, all = (double)weight;
    for (int64_t a = 0; a < answers; a++) value[a] = (double)k->total[a] / all * unit;
    if (cost) {
        double sum = 0.0;
        if (t->is_classes) {
            for (int64_t c = 0; c < answers; c++) sum += value[c] * value[c];
            *cost = is_pure ? 0.0 : all * (1.0 - sum);
        } else {
            for (int64_t place = 0; place < k->size && !is_pure; place++) {
                for (int64_t o = 0; o < answers; o++) {
                    double miss = (double)t->targets[rows[place] * answers + o] * unit - value[o];
                    sum += (double)k->weight[place] * (miss * miss);
                }
            }
            *cost = sum;
        }
    }
    return is_pure;
}

/* Whether no other column can give a larger gain: two rows are apart in one way only, and classes cannot be purer than
 * pure (where all products are small enough to be exact). */
static int is_best_possible(const Work *k) {
    if (k->best.column < 0) return 0;
    if (k->size == 2) return 1;
    return k->table->is_classes && k->total_weight <= MOST_EXACT_WEIGHT && k->best.gain == (double)k->total_weight;
}

static void ask_best_question(Work *k, const int32_t *rows, uint64_t seed) {
    const Table *t = k->table;
    uint64_t state = seed;
    int64_t left = t->columns, tried = 0;
    k->best = (Question){-1.0, -1, 0, 0, 0.0, 0, 0};
    for (int64_t c = 0; c < t->columns; c++) k->order[c] = (int32_t)c;
    while (left && tried < k->options->columns_tried && !is_best_possible(k) && !*k->options->stop) {
        uint32_t drawn = draw_below(&state, (uint32_t)left);
        int32_t column = k->order[drawn];
        k->order[drawn] = k->order[--left];
        collect_keys(k, t->ranks + (int64_t)column * t->rows, rows);
        int64_t missing = k->size - k->known;
        if (!k->known || (k->lowest == k->highest && !missing)) continue;
        tried++;
        if (missing) sum_missing(k);
        if (k->options->random_cuts) cut_at_random(k, column, &state);
        else search_column(k, column);
    }
}

/* Rows that go left first, both sides in their order; gives how many go left. */
static int64_t divide_rows(Work *k, int32_t *rows, int *missing_left) {
    const uint32_t *ranks = k->table->ranks + k->best.column * k->table->rows;
    int64_t left = 0, right = 0, missing = 0;
    for (int64_t i = 0; i < k->size; i++) missing += ranks[rows[i]] == MISSING;
    for (int64_t i = 0; i < k->size; i++) {
        int32_t row = rows[i];
        int goes_left = ranks[row] == MISSING ? k->best.missing_left : ranks[row] <= k->best.cut;
        if (goes_left) rows[left++] = row;
        else k->aside[right++] = row;
    }
    memcpy(rows + left, k->aside, sizeof *rows * (size_t)right);
    *missing_left = missing ? k->best.missing_left : left > right; /* never seen here: to the larger side */
    return left;
}

static double threshold_of(const Work *k) {
    const double *values = k->table->values + k->table->starts[k->best.column];
    if (k->best.random) return k->best.threshold;
    if (k->best.next == MISSING) return INFINITY;
    double low = values[k->best.cut], high = values[k->best.next], middle = low / 2 + high / 2;
    return middle >= low && middle < high ? middle : low;
}

/* Nodes of the tree, written at `start`; 0 where the room does not suffice. */
static int64_t grow_tree(Work *k, int64_t size, uint64_t seed, Trees *trees, int64_t start) {
    int64_t waiting = 1, nodes = 0, answers = k->table->answers;
    k->pending[0] = (Pending){0, size, -1, 0, seed};
    while (waiting) {
        if (*k->options->stop) return STOPPED;
        Pending node = k->pending[--waiting];
        if (start + nodes >= trees->capacity) return 0;
        int64_t me = nodes++, at = start + me;
        int32_t *rows = k->rows + node.low;
        k->size = node.high - node.low;
        if (node.is_right) trees->right[start + node.parent] = (int32_t)me;
        int is_pure = describe_node(k, rows, trees->value + at * answers, trees->cost ? trees->cost + at : NULL);
        trees->size[at] = (int32_t)k->size;
        trees->column[at] = -1;
        trees->threshold[at] = 0.0;
        trees->right[at] = 0;
        trees->missing_left[at] = 0;
        if (is_pure || k->size < 2 || k->size < k->options->smallest_parent) continue;
        ask_best_question(k, rows, node.seed);
        if (k->best.column < 0) continue;
        int missing_left;
        int64_t middle = node.low + divide_rows(k, rows, &missing_left);
        trees->column[at] = (int32_t)k->best.column;
        trees->threshold[at] = threshold_of(k);
        trees->missing_left[at] = (uint8_t)missing_left;
        k->pending[waiting++] = (Pending){middle, node.high, me, 1, mix(node.seed ^ 0xAAAAAAAAAAAAAAAAULL)};
        k->pending[waiting++] = (Pending){node.low, middle, me, 0, mix(node.seed ^ 0x5555555555555555ULL)};
    }
    return nodes;
}

static void *room(int64_t count, size_t each) { return malloc(count > 0 ? (size_t)count * each : 1); }

static void leave(Work *k) {
    void *all[] = {k->pending, k->rows,      k->aside, k->counts, k->order, k->label,  k->weight, k->target,
                   k->keys,    k->spare,     k->buckets, k->histogram, k->total, k->left, k->missing};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static int make_room(Work *k) {
    int64_t n = k->table->rows, answers = k->table->answers;
    int is_classes = (int)k->table->is_classes;
    k->pending = room(n + 2, sizeof *k->pending);
    k->rows = room(n, sizeof *k->rows);
    k->aside = room(n, sizeof *k->aside);
    k->counts = room(k->table->units, sizeof *k->counts);
    k->order = room(k->table->columns, sizeof *k->order);
    k->label = room(is_classes ? n : 0, sizeof *k->label);
    k->weight = room(n, sizeof *k->weight);
    k->target = room(is_classes ? 0 : n * answers, sizeof *k->target);
    k->keys = room(n, sizeof *k->keys);
    k->spare = room(n, sizeof *k->spare);
    k->buckets = room(MOST_BUCKETS, sizeof *k->buckets);
    k->histogram = room(2 * n, sizeof *k->histogram);
    k->total = room(answers, sizeof *k->total);
    k->left = room(answers, sizeof *k->left);
    k->missing = room(answers, sizeof *k->missing);
    return k->pending && k->rows && k->aside && k->counts && k->order && k->label && k->weight && k->target && k->keys &&
           k->spare && k->buckets && k->histogram && k->total && k->left && k->missing;
}

/* Grows trees number `first` up to `end` (not included) into empty room; gives how many fitted into it. */
PUBLIC int64_t grow_trees(const Table *table, const Options *options, int64_t first, int64_t end, Trees *trees) {
    Work k = {.table = table, .options = options};
    int64_t grown = 0, result = 0;
    if (!make_room(&k)) {
        leave(&k);
        return NO_MEMORY;
    }
    trees->starts[0] = 0;
    for (int64_t tree = first; tree < end; tree++) {
        uint64_t seed = seed_of_tree(options->seed, tree);
        if (options->samples) memcpy(k.counts, options->samples + tree * table->units, sizeof *k.counts * (size_t)table->units);
        else if (options->draws_sample) draw_units(seed, table->units, k.counts);
        else for (int64_t u = 0; u < table->units; u++) k.counts[u] = 1;
        int64_t size = 0;
        for (int64_t row = 0; row < table->rows; row++)
            if (k.counts[table->unit_of[row]]) k.rows[size++] = (int32_t)row;
        result = grow_tree(&k, size, mix(seed ^ GOLDEN), trees, trees->starts[grown]);
        if (result <= 0) break;
        trees->starts[grown + 1] = trees->starts[grown] + result;
        grown++;
    }
    leave(&k);
    return result < 0 ? result : grown;
}

/* --- using trees --- */

PUBLIC void find_leaves(const Trees *trees, int64_t tree, const Inputs *inputs, int32_t *leaves) {
    int64_t start = trees->starts[tree];
    for (int64_t row = 0; row < inputs->rows; row++) leaves[row] = (int32_t)leaf_of_row(trees, start, inputs, row);
}

typedef struct {
    int64_t count;
    const int64_t *trees;    /* the first so many trees are averaged */
    const int64_t *leaf;     /* a row rests at the deepest node on its path with at least so many rows */
} Views;

/* Adds up what the trees answer: views x rows x answers. With `unit_of`, the rows are the training rows, and a tree
 * answers only for those it was grown without; `times` (views x rows) says how many answered. */
PUBLIC int64_t add_answers(const Trees *trees, int64_t count, int64_t answers, const Inputs *inputs, const Views *views,
                           const int32_t *unit_of, int64_t units, uint64_t seed, const volatile int32_t *stop,
                           double *sums, int32_t *times) {
    int64_t largest = 1, rows = inputs->rows;
    for (int64_t t = 0; t < count; t++) {
        int64_t nodes = trees->starts[t + 1] - trees->starts[t];
        if (nodes > largest) largest = nodes;
    }
    int32_t *rest = room(largest * views->count, sizeof *rest);
    int32_t *counts = room(unit_of ? units : 0, sizeof *counts);
    int64_t result = rest && counts ? 0 : NO_MEMORY;
    for (int64_t t = 0; t < count && !result; t++) {
        int64_t start = trees->starts[t], nodes = trees->starts[t + 1] - start;
        if (*stop) result = STOPPED;
        for (int64_t v = 0; v < views->count; v++) {
            int32_t *place = rest + v * largest;
            place[0] = 0;
            for (int64_t node = 0; node < nodes; node++) {
                if (trees->column[start + node] < 0) continue;
                int64_t both[2] = {node + 1, trees->right[start + node]};
                for (int side = 0; side < 2; side++)
                    place[both[side]] = trees->size[start + both[side]] >= views->leaf[v] ? (int32_t)both[side] : place[node];
            }
        }
        if (unit_of) draw_units(seed_of_tree(seed, t), units, counts);
        for (int64_t row = 0; row < rows; row++) {
            if (unit_of && counts[unit_of[row]]) continue;
            int64_t leaf = leaf_of_row(trees, start, inputs, row);
            for (int64_t v = 0; v < views->count; v++) {
                if (t >= views->trees[v]) continue;
                const double *value = trees->value + (start + rest[v * largest + leaf]) * answers;
                double *sum = sums + (v * rows + row) * answers;
                for (int64_t a = 0; a < answers; a++) sum[a] += value[a];
                times[v * rows + row]++;
            }
        }
    }
    free(rest);
    free(counts);
    return result;
}
