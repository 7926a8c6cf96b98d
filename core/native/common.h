/* What the compiled parts share: how functions leave the library, the codes they return, the random stream. */
#ifndef EVENFOLD_COMMON_H
#define EVENFOLD_COMMON_H

#include <stdint.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

enum { NO_MEMORY = -1, STOPPED = -2 };

#define GOLDEN 0x9E3779B97F4A7C15ULL

/* The finalizer of splitmix64 (Steele, Lea and Flood 2014). */
static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t next_random(uint64_t *state) {
    *state += GOLDEN;
    return mix(*state);
}

/* A whole number from 0 to limit - 1. */
static inline uint32_t draw_below(uint64_t *state, uint32_t limit) {
    return (uint32_t)(((next_random(state) >> 32) * (uint64_t)limit) >> 32);
}

#endif
