// [cpp.cond] #if computes in the widest integers, with unsigned operands unsigned; unknown names are 0
// wrong: conditions-are-signed
#if -1 < 0u
#define A 1
#else
#define A 2
#endif
#if (1 << 40) > 0 && 0x7fffffff + 1 > 0
#define B 3
#else
#define B 4
#endif
#if -7 / 2 == -3 && -7 % 2 == -1 && (-1 >> 1) == -1
#define C 5
#else
#define C 6
#endif
#if UNKNOWN || defined(UNKNOWN2) || !defined A
#define E 7
#elif 'a' == 97 && '\377' < 0
#define E 8
#else
#define E 9
#endif
#if 0xffffffffffffffff == -1 && 18446744073709551615u > 0
#define F 10
#else
#define F 11
#endif
#if 1 ? 2 : (1 / 0)
#define G 12
#endif
#if 0 && (1 / 0) || true && !false
#define H 13
#else
#define H 14
#endif
#if (2 || 3) != 1 || (~0u >> 63) != 1 || 1 - 2 - 3 != -4
#define I 15
#else
#define I 16
#endif
#if 0
#error no
#if 1
#endif
#else
#define J 17
#endif
extern "C" __global__ void k(long long *out) {
  out[0] = A; out[1] = B; out[2] = C; out[3] = E; out[4] = F; out[5] = G; out[6] = H; out[7] = I; out[8] = J;
}
