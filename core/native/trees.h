/* Grown trees as arrays, and how a row finds its leaf. */
#ifndef EVENFOLD_TREES_H
#define EVENFOLD_TREES_H

#include "common.h"

#include <math.h>

/* Nodes of all trees, one tree after another, each node before its left subtree and that before its right one.
 * Positions count from the root of the tree. */
typedef struct {
    int64_t capacity;
    int64_t *starts;         /* trees + 1 */
    int32_t *column;         /* -1: leaf */
    double *threshold;       /* values up to it go left */
    int32_t *right;          /* the left child is the next node */
    int32_t *size;           /* distinct training rows */
    uint8_t *missing_left;
    double *value;           /* nodes x answers: shares of the classes, or means */
    double *cost;            /* nodes: squared error, or weight times Gini index; may be NULL */
} Trees;

/* Rows of inputs; steps are counted in numbers. */
typedef struct { const double *cells; int64_t rows, columns, row_step, column_step; } Inputs;

static inline int64_t leaf_of_row(const Trees *trees, int64_t start, const Inputs *inputs, int64_t row) {
    const double *cells = inputs->cells + row * inputs->row_step;
    int64_t node = 0;
    for (;;) {
        int64_t at = start + node;
        int32_t column = trees->column[at];
        if (column < 0) return node;
        double cell = cells[column * inputs->column_step];
        int goes_left = isnan(cell) ? trees->missing_left[at] : cell <= trees->threshold[at];
        node = goes_left ? node + 1 : trees->right[at];
    }
}

#endif
