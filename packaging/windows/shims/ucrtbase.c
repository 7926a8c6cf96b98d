/* C99's functions of complex numbers for Wine, whose ucrtbase.dll has only stubs of them; numpy calls them. Microsoft
   passes complex numbers as plain pairs, and its long double is double. wine.py builds this into a library that
   forwards every other name to Wine's own ucrtbase. Wine only: never shipped. */
#include <complex.h>

typedef struct { double real, imaginary; } pair;
typedef struct { float real, imaginary; } pairf;

static double complex number(pair z) {
    double complex w;
    __real__ w = z.real;
    __imag__ w = z.imaginary;
    return w;
}
static double complex numberf(pairf z) {
    pair wide = {z.real, z.imaginary};
    return number(wide);
}
static pair as_pair(double complex w) {
    pair z = {__real__ w, __imag__ w};
    return z;
}
static pairf as_pairf(double complex w) {
    pairf z = {(float)__real__ w, (float)__imag__ w};
    return z;
}

#define REAL_OF(name)                                                                                                  \
    double own_##name(pair z) { return name(number(z)); }                                                              \
    double own_##name##l(pair z) { return name(number(z)); }                                                           \
    float own_##name##f(pairf z) { return (float)name(numberf(z)); }
#define COMPLEX_OF(name)                                                                                               \
    pair own_##name(pair z) { return as_pair(name(number(z))); }                                                       \
    pair own_##name##l(pair z) { return as_pair(name(number(z))); }                                                    \
    pairf own_##name##f(pairf z) { return as_pairf(name(numberf(z))); }

REAL_OF(cabs)
REAL_OF(carg)
REAL_OF(cimag)
REAL_OF(creal)
COMPLEX_OF(cacos)
COMPLEX_OF(cacosh)
COMPLEX_OF(casin)
COMPLEX_OF(casinh)
COMPLEX_OF(catan)
COMPLEX_OF(catanh)
COMPLEX_OF(ccos)
COMPLEX_OF(ccosh)
COMPLEX_OF(cexp)
COMPLEX_OF(clog)
COMPLEX_OF(conj)
COMPLEX_OF(cproj)
COMPLEX_OF(csin)
COMPLEX_OF(csinh)
COMPLEX_OF(csqrt)
COMPLEX_OF(ctan)
COMPLEX_OF(ctanh)

pair own_cpow(pair a, pair b) { return as_pair(cpow(number(a), number(b))); }
pair own_cpowl(pair a, pair b) { return as_pair(cpow(number(a), number(b))); }
pairf own_cpowf(pairf a, pairf b) { return as_pairf(cpow(numberf(a), numberf(b))); }
