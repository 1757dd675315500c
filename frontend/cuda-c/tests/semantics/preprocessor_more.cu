// [cpp.predefined] __LINE__, equal redefinition, #undef and conditional inclusion
// wrong: undef-ignored
#define A 1
#define B A
#undef A
#define A 2
enum { inner = A };
#define A 2
#ifdef B
#ifndef Z
#define C 4
#endif
#endif
#define Q 1
#undef Q
#ifdef Q
#define HASQ 1
#else
#define HASQ 2
#endif
#define L1 __LINE__
#define DEFER(x) x
#define F() 7
#define G F
#define NARGS(_1, _2, _3, n, ...) n
#define COUNT(...) NARGS(__VA_ARGS__, 3, 2, 1)
#define IF_1(t, e) t
#define IF_0(t, e) e
#define IF(c) IF_##c
extern "C" __global__ void k(long long *out) {
  int l = __LINE__; int m =
  __LINE__;
  out[0] = B; out[1] = inner; out[2] = A; out[3] = C; out[4] = m - l; out[5] = L1 - l; out[6] = DEFER(G)();
  out[7] = G(); out[8] = COUNT(a, b); out[9] = COUNT(x); out[10] = IF(1)(8, 9); out[11] = IF(0)(8, 9);
  out[12] = sizeof(__FILE__) > 1;
  out[14] = HASQ;
  #line 500
  out[13] = __LINE__;
}
