// Functions of the half words or the bytes of an unsigned int, each on its own (CUDA Math API, "SIMD Intrinsics"). H has the highest bit of
// each part, L the lowest, W is a part's width. No carry leaves a part: the highest bits are added apart.

#define __OPTX_P __device__ __forceinline__ unsigned int
#define __OPTX_COMPARISON(n, W, name, high)                                  \
  __OPTX_P __vcmp##name##n(unsigned int a, unsigned int b) { return __optx_spread##n(high); } \
  __OPTX_P __vset##name##n(unsigned int a, unsigned int b) { return (high) >> (W - 1); }
#define __OPTX_PARTS(n, W, H, L)                                             \
  /* All bits of the parts whose highest bit is given. */                    \
  __OPTX_P __optx_spread##n(unsigned int h) { return (h - (h >> (W - 1))) | h; } \
  __OPTX_P __optx_chosen##n(unsigned int h, unsigned int a, unsigned int b) { \
    unsigned int m = __optx_spread##n(h);                                    \
    return (a & m) | (b & ~m);                                               \
  }                                                                          \
  __OPTX_P __vadd##n(unsigned int a, unsigned int b) { return ((a & ~H) + (b & ~H)) ^ ((a ^ b) & H); } \
  __OPTX_P __vsub##n(unsigned int a, unsigned int b) { return ((a | H) - (b & ~H)) ^ ((a ^ ~b) & H); } \
  /* The highest bit where a < b: the borrow of the difference. */           \
  __OPTX_P __optx_ltu##n(unsigned int a, unsigned int b) { return ((~a & b) | (~(a ^ b) & __vsub##n(a, b))) & H; } \
  __OPTX_P __optx_lts##n(unsigned int a, unsigned int b) { return __optx_ltu##n(a ^ H, b ^ H); } \
  __OPTX_P __optx_ne##n(unsigned int a, unsigned int b) { return ((((a ^ b) & ~H) + ~H) | (a ^ b)) & H; } \
  /* What overflows becomes the end of a's sign. */                          \
  __OPTX_P __optx_ends##n(unsigned int v, unsigned int a, unsigned int r) {  \
    return __optx_chosen##n(v & H, __optx_spread##n(a & H) ^ ~H, r);         \
  }                                                                          \
  __OPTX_P __vaddss##n(unsigned int a, unsigned int b) {                     \
    unsigned int s = __vadd##n(a, b);                                        \
    return __optx_ends##n(~(a ^ b) & (a ^ s), a, s);                         \
  }                                                                          \
  __OPTX_P __vsubss##n(unsigned int a, unsigned int b) {                     \
    unsigned int d = __vsub##n(a, b);                                        \
    return __optx_ends##n((a ^ b) & (a ^ d), a, d);                          \
  }                                                                          \
  __OPTX_P __vaddus##n(unsigned int a, unsigned int b) {                     \
    unsigned int s = __vadd##n(a, b);                                        \
    return s | __optx_spread##n(((a & b) | ((a | b) & ~s)) & H);             \
  }                                                                          \
  __OPTX_P __vsubus##n(unsigned int a, unsigned int b) { return __vsub##n(a, b) & ~__optx_spread##n(__optx_ltu##n(a, b)); } \
  __OPTX_P __vneg##n(unsigned int a) { return __vsub##n(0u, a); }            \
  __OPTX_P __vnegss##n(unsigned int a) { return __vsubss##n(0u, a); }        \
  __OPTX_P __vabs##n(unsigned int a) { return __vadd##n(a ^ __optx_spread##n(a & H), (a & H) >> (W - 1)); } \
  __OPTX_P __vabsss##n(unsigned int a) {                                     \
    unsigned int m = __vabs##n(a);                                           \
    return m - ((m & H) >> (W - 1));                                         \
  }                                                                          \
  __OPTX_P __vabsdiffu##n(unsigned int a, unsigned int b) {                  \
    unsigned int m = __optx_spread##n(__optx_ltu##n(a, b));                  \
    return (__vsub##n(a, b) ^ m) + (m & L);                                  \
  }                                                                          \
  __OPTX_P __vabsdiffs##n(unsigned int a, unsigned int b) { return __vabsdiffu##n(a ^ H, b ^ H); } \
  __OPTX_P __vmaxu##n(unsigned int a, unsigned int b) { return __optx_chosen##n(__optx_ltu##n(a, b), b, a); } \
  __OPTX_P __vmaxs##n(unsigned int a, unsigned int b) { return __optx_chosen##n(__optx_lts##n(a, b), b, a); } \
  __OPTX_P __vminu##n(unsigned int a, unsigned int b) { return __optx_chosen##n(__optx_ltu##n(a, b), a, b); } \
  __OPTX_P __vmins##n(unsigned int a, unsigned int b) { return __optx_chosen##n(__optx_lts##n(a, b), a, b); } \
  /* Halves of sums: rounded down, up, and away from zero. */                \
  __OPTX_P __vhaddu##n(unsigned int a, unsigned int b) { return (a & b) + (((a ^ b) & ~L) >> 1); } \
  __OPTX_P __vavgu##n(unsigned int a, unsigned int b) { return (a | b) - (((a ^ b) & ~L) >> 1); } \
  __OPTX_P __vavgs##n(unsigned int a, unsigned int b) {                      \
    unsigned int f = __vhaddu##n(a ^ H, b ^ H) ^ H;                          \
    return f + ((a ^ b) & (~f >> (W - 1)) & L);                              \
  }                                                                          \
  __OPTX_COMPARISON(n, W, eq, __optx_ne##n(a, b) ^ H)                        \
  __OPTX_COMPARISON(n, W, ne, __optx_ne##n(a, b))                            \
  __OPTX_COMPARISON(n, W, ltu, __optx_ltu##n(a, b))                          \
  __OPTX_COMPARISON(n, W, lts, __optx_lts##n(a, b))                          \
  __OPTX_COMPARISON(n, W, gtu, __optx_ltu##n(b, a))                          \
  __OPTX_COMPARISON(n, W, gts, __optx_lts##n(b, a))                          \
  __OPTX_COMPARISON(n, W, leu, __optx_ltu##n(b, a) ^ H)                      \
  __OPTX_COMPARISON(n, W, les, __optx_lts##n(b, a) ^ H)                      \
  __OPTX_COMPARISON(n, W, geu, __optx_ltu##n(a, b) ^ H)                      \
  __OPTX_COMPARISON(n, W, ges, __optx_lts##n(a, b) ^ H)

__OPTX_PARTS(2, 16, 0x80008000u, 0x00010001u)
__OPTX_PARTS(4, 8, 0x80808080u, 0x01010101u)

__OPTX_P __optx_sum2(unsigned int x) { return (x & 0xffffu) + (x >> 16); }
__OPTX_P __vsadu2(unsigned int a, unsigned int b) { return __optx_sum2(__vabsdiffu2(a, b)); }
__OPTX_P __vsads2(unsigned int a, unsigned int b) { return __optx_sum2(__vabsdiffs2(a, b)); }
__OPTX_P __optx_sum4(unsigned int x) { return __optx_sum2((x & 0xff00ffu) + (x >> 8 & 0xff00ffu)); }
__OPTX_P __vsadu4(unsigned int a, unsigned int b) { return __optx_sum4(__vabsdiffu4(a, b)); }
__OPTX_P __vsads4(unsigned int a, unsigned int b) { return __optx_sum4(__vabsdiffs4(a, b)); }
