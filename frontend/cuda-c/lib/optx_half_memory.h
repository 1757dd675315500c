#ifndef __OPTX_HALF_SHUFFLES
// Shuffles of half precision and bfloat16, as the bits that they are, and sums in memory (CUDA C++ Programming Guide, "Warp
// Shuffle Functions", "atomicAdd()"). A load or a store with a cache hint is of any object.
#define __OPTX_HALF_SHUFFLE(T, T2, N, name, type)                            \
    __OPTX_H T name(unsigned mask, T v, type lane, int width = 32) {         \
        return __optx_raw_##N(name(mask, (unsigned)v.__x, lane, width));     \
    }                                                                        \
    __OPTX_H T2 name(unsigned mask, T2 v, type lane, int width = 32) {       \
        return __optx_pair_##N(name(mask, __optx_word_##N(v), lane, width)); \
    }
#define __OPTX_HALF_SHUFFLES(T, T2, N)                                       \
    __OPTX_HALF_SHUFFLE(T, T2, N, __shfl_sync, int)                          \
    __OPTX_HALF_SHUFFLE(T, T2, N, __shfl_up_sync, unsigned)                  \
    __OPTX_HALF_SHUFFLE(T, T2, N, __shfl_down_sync, unsigned)                \
    __OPTX_HALF_SHUFFLE(T, T2, N, __shfl_xor_sync, int)

// The instruction where the target has it.
#define __OPTX_HALF_ATOMIC(T, N, P)                                          \
    __OPTX_H T atomicAdd(T *p, T v) {                                        \
        unsigned short old;                                                  \
        asm volatile("atom.add.noftz." #P " %0, [%1], %2;" : "=h"(old) : "l"(p), "h"(v.__x) : "memory"); \
        return __optx_raw_##N(old);                                          \
    }
#define __OPTX_HALF_PAIR_ATOMIC(T2, N, P)                                    \
    __OPTX_H T2 atomicAdd(T2 *p, T2 v) {                                     \
        unsigned old;                                                        \
        asm volatile("atom.add.noftz." #P "x2 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(__optx_word_##N(v)) : "memory"); \
        return __optx_pair_##N(old);                                         \
    }
// Elsewhere an exchange until nobody was between.
#define __OPTX_HALF_EXCHANGE(T, N)                                           \
    __OPTX_H T atomicAdd(T *p, T v) {                                        \
        unsigned short old = *(volatile unsigned short *)p, seen;            \
        do {                                                                 \
            seen = old;                                                      \
            old = atomicCAS((unsigned short *)p, seen, __hadd(__optx_raw_##N(seen), v).__x); \
        } while (old != seen);                                               \
        return __optx_raw_##N(seen);                                         \
    }
#define __OPTX_HALF_PAIR_EXCHANGE(T2, N)                                     \
    __OPTX_H T2 atomicAdd(T2 *p, T2 v) {                                     \
        unsigned old = *(volatile unsigned *)p, seen;                        \
        do {                                                                 \
            seen = old;                                                      \
            old = atomicCAS((unsigned *)p, seen, __optx_word_##N(__hadd2(__optx_pair_##N(seen), v))); \
        } while (old != seen);                                               \
        return __optx_pair_##N(seen);                                        \
    }
#endif
