// CUDA's words as C++ of the host: one thread after another, which `main` steps through.
#define __device__
#define __host__
#define __global__
#define __constant__
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline
struct optx_dim3 { unsigned x, y, z; };
static optx_dim3 threadIdx = {0, 0, 0}, blockIdx = {0, 0, 0}, blockDim = {1, 1, 1}, gridDim = {1, 1, 1};
static inline int __float_as_int(float x) { int bits; __builtin_memcpy(&bits, &x, 4); return bits; }
static inline long long __double_as_longlong(double x) { long long bits; __builtin_memcpy(&bits, &x, 8); return bits; }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
static inline unsigned min(unsigned a, unsigned b) { return a < b ? a : b; }
static inline unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }
static inline unsigned atomicAdd(unsigned *p, unsigned x) { unsigned old = *p; *p += x; return old; }
static inline unsigned atomicExch(unsigned *p, unsigned x) { unsigned old = *p; *p = x; return old; }
extern "C" int printf(const char *, ...);
