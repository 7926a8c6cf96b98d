/* Lines of plain numbers: digits with sign, point and exponent between single marks, or nothing for a missing cell.
 *
 * The value of a cell is the double nearest to what is written, as Python's float() gives it. Whatever is not plain ends
 * the reading; the caller (number_lines.py) then leaves the whole file to a reader that knows everything else.
 */
#include "common.h"

#include <math.h>

#define ODD (-3)             /* as in number_lines.py */
#define EXACT 9007199254740992.0 /* 2^53: whole numbers above cannot all be told apart */
#define MOST_DIGITS 19       /* that surely fit into 64 bits */
#define MOST_POWER 22        /* of ten that is exact in floating point */

typedef struct {
    const uint8_t *text;     /* whole lines: the last byte is a line feed */
    int64_t length;
    int64_t columns;
    int64_t separator;
    double *cells;           /* rows x columns */
    int64_t most_rows;
    double *lowest, *highest; /* columns: of the cells read so far; changed here */
    int64_t *difficult;      /* triples of cell, place in the text and length, to be read by the caller */
    int64_t most_difficult;  /* triples; at least as many as columns */
    int64_t difficult_count; /* given back */
    int64_t used;            /* bytes; given back */
} NumberLines;

static const double POWERS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* What a x b lacks to its rounded product (Dekker 1971). */
static double product_error(double a, double b, double product) {
    double big_a = a * 134217729.0, high_a = big_a - (big_a - a), low_a = a - high_a;
    double big_b = b * 134217729.0, high_b = big_b - (big_b - b), low_b = b - high_b;
    return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b;
}

/* The double nearest to digits / power; NAN where it is too close to the middle between two to be told here. */
static double divide_digits(uint64_t digits, double power) {
    double high = (double)(digits & ~(uint64_t)0x7FF), low = (double)(digits & 0x7FF); /* both exact */
    double first = high / power, product = first * power;
    double rest = (high - product) - product_error(first, power, product); /* exact: a remainder of a division is */
    double more = (rest + low) / power, margin = fabs(more) * 0x1p-45; /* many times the error of `more` */
    double below = first + (more - margin), above = first + (more + margin);
    return below == above ? below : NAN;
}

static inline int is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

/* Reads one cell and gives where it ends, or NULL where it is odd. A difficult one has value NAN and `is_difficult`. */
static const uint8_t *read_cell(const uint8_t *at, double *value, int *is_difficult) {
    int is_negative = *at == '-', has_sign = is_negative || *at == '+';
    const uint8_t *start = at += has_sign;
    uint64_t digits = 0;
    int64_t exponent = 0, count;
    while (is_digit(*at)) digits = digits * 10 + (uint64_t)(*at++ - '0');
    count = at - start;
    if (*at == '.') {
        const uint8_t *point = at++;
        while (is_digit(*at)) digits = digits * 10 + (uint64_t)(*at++ - '0');
        exponent = point + 1 - at;
        count -= exponent;
        if (!count) return 0;
    }
    *is_difficult = 0;
    *value = NAN;
    if (!count) return has_sign ? 0 : at;
    if (*at == 'e' || *at == 'E') {
        at++;
        int below = *at == '-';
        int64_t written = 0, figures = 0;
        at += below || *at == '+';
        for (; is_digit(*at) && figures < 5; figures++) written = written * 10 + (*at++ - '0');
        if (!figures || is_digit(*at)) return 0;
        exponent += below ? -written : written;
    }
    double found = NAN;
    if (count <= MOST_DIGITS && exponent >= -MOST_POWER) {
        if (digits <= (uint64_t)1 << 53 && exponent <= MOST_POWER)
            found = exponent < 0 ? (double)digits / POWERS[-exponent] : (double)digits * POWERS[exponent];
        else if (exponent < 0)
            found = divide_digits(digits, POWERS[-exponent]);
        else
            return 0; /* above all numbers that are read here */
    }
    if (found > EXACT) return 0;
    *is_difficult = isnan(found);
    *value = is_negative && found != 0.0 ? -found : found; /* there is one zero */
    return at;
}

/* Gives how many lines were read: all, or as many as there is room for; ODD where a cell or a line is not plain. */
PUBLIC int64_t read_number_lines(NumberLines *lines) {
    const uint8_t *at = lines->text, *end = at + lines->length;
    uint8_t separator = (uint8_t)lines->separator;
    int64_t rows = 0, columns = lines->columns;
    lines->difficult_count = 0;
    while (at < end && rows < lines->most_rows && lines->difficult_count + columns <= lines->most_difficult) {
        double *cells = lines->cells + rows * columns;
        int64_t missing = 0;
        for (int64_t column = 0; column < columns; column++) {
            int is_difficult;
            const uint8_t *start = at;
            double value;
            at = read_cell(at, &value, &is_difficult);
            if (!at) return ODD;
            cells[column] = value;
            if (value < lines->lowest[column]) lines->lowest[column] = value;
            if (value > lines->highest[column]) lines->highest[column] = value;
            missing += at == start;
            if (is_difficult) {
                int64_t *triple = lines->difficult + 3 * lines->difficult_count++;
                triple[0] = rows * columns + column;
                triple[1] = start - lines->text;
                triple[2] = at - start;
            }
            if (column + 1 < columns) {
                if (*at++ != separator) return ODD;
            } else {
                at += *at == '\r';
                if (*at++ != '\n') return ODD;
            }
        }
        if (missing == columns) return ODD; /* an empty line, or one that says nothing */
        rows++;
    }
    lines->used = at - lines->text;
    return rows;
}
