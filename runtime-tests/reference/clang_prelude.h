// What clang needs to compile the runtime kernels without the CUDA SDK: built-ins by name, vector types, and
// the mathematics of libdevice, which is linked in as bitcode. Included before every source by the tests.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __align__(n) __attribute__((aligned(n)))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define OPTX_FN static __device__ __forceinline__

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;

#define OPTX_INDEX(var, reg)                                                                                  \
    struct var##_t {                                                                                          \
        __declspec(property(get = get_x)) uint x;                                                             \
        __declspec(property(get = get_y)) uint y;                                                             \
        __declspec(property(get = get_z)) uint z;                                                             \
        static __device__ __forceinline__ uint get_x() { return __nvvm_read_ptx_sreg_##reg##_x(); }           \
        static __device__ __forceinline__ uint get_y() { return __nvvm_read_ptx_sreg_##reg##_y(); }           \
        static __device__ __forceinline__ uint get_z() { return __nvvm_read_ptx_sreg_##reg##_z(); }           \
    };                                                                                                        \
    extern const __device__ __attribute__((weak)) var##_t var;
OPTX_INDEX(threadIdx, tid)
OPTX_INDEX(blockIdx, ctaid)
OPTX_INDEX(blockDim, ntid)
OPTX_INDEX(gridDim, nctaid)
#undef OPTX_INDEX
#define warpSize 32

// Vector types.
#define OPTX_VECTORS(T, N, A)                                                                                 \
    struct N##1 { T x; };                                                                                     \
    struct __align__(2 * A) N##2 { T x, y; };                                                                 \
    struct N##3 { T x, y, z; };                                                                               \
    struct __align__(4 * A > 16 ? 16 : 4 * A) N##4 { T x, y, z, w; };                                         \
    OPTX_FN N##1 make_##N##1(T x) { N##1 r = {x}; return r; }                                                 \
    OPTX_FN N##2 make_##N##2(T x, T y) { N##2 r = {x, y}; return r; }                                         \
    OPTX_FN N##3 make_##N##3(T x, T y, T z) { N##3 r = {x, y, z}; return r; }                                 \
    OPTX_FN N##4 make_##N##4(T x, T y, T z, T w) { N##4 r = {x, y, z, w}; return r; }
OPTX_VECTORS(char, char, 1)
OPTX_VECTORS(unsigned char, uchar, 1)
OPTX_VECTORS(short, short, 2)
OPTX_VECTORS(unsigned short, ushort, 2)
OPTX_VECTORS(int, int, 4)
OPTX_VECTORS(unsigned int, uint, 4)
OPTX_VECTORS(long long, longlong, 8)
OPTX_VECTORS(unsigned long long, ulonglong, 8)
OPTX_VECTORS(float, float, 4)
OPTX_VECTORS(double, double, 8)
#undef OPTX_VECTORS

// Barriers, fences, votes, shuffles.
// __syncthreads itself is known to clang.
OPTX_FN int __syncthreads_count(int p) { return __nvvm_bar0_popc(p); }
OPTX_FN int __syncthreads_and(int p) { return __nvvm_bar0_and(p); }
OPTX_FN int __syncthreads_or(int p) { return __nvvm_bar0_or(p); }
OPTX_FN void __syncwarp(uint mask = 0xffffffffu) { __nvvm_bar_warp_sync(mask); }
OPTX_FN void __threadfence() { __nvvm_membar_gl(); }
OPTX_FN void __threadfence_block() { __nvvm_membar_cta(); }
OPTX_FN void __threadfence_system() { __nvvm_membar_sys(); }
OPTX_FN int __all_sync(uint m, int p) { return __nvvm_vote_all_sync(m, p); }
OPTX_FN int __any_sync(uint m, int p) { return __nvvm_vote_any_sync(m, p); }
OPTX_FN uint __ballot_sync(uint m, int p) { return __nvvm_vote_ballot_sync(m, p); }
OPTX_FN uint __activemask() { uint r; asm volatile("activemask.b32 %0;" : "=r"(r)); return r; }
#define OPTX_SHUFFLE(name, op, pack)                                                                          \
    OPTX_FN int name(uint m, int v, int d, int width = 32) {                                                  \
        return __nvvm_shfl_sync_##op##_i32(m, v, d, pack);                                                    \
    }                                                                                                         \
    OPTX_FN uint name(uint m, uint v, int d, int width = 32) {                                                \
        return (uint)__nvvm_shfl_sync_##op##_i32(m, (int)v, d, pack);                                         \
    }                                                                                                         \
    OPTX_FN float name(uint m, float v, int d, int width = 32) {                                              \
        return __nvvm_shfl_sync_##op##_f32(m, v, d, pack);                                                    \
    }
OPTX_SHUFFLE(__shfl_sync, idx, ((32 - width) << 8) | 31)
OPTX_SHUFFLE(__shfl_up_sync, up, (32 - width) << 8)
OPTX_SHUFFLE(__shfl_down_sync, down, ((32 - width) << 8) | 31)
OPTX_SHUFFLE(__shfl_xor_sync, bfly, ((32 - width) << 8) | 31)
#undef OPTX_SHUFFLE

// Atomics.
#define OPTX_ATOMIC(name, T, builtin) OPTX_FN T name(T *p, T v) { return builtin; }
#define OPTX_ATOMIC_INT(T)                                                                                    \
    OPTX_ATOMIC(atomicAdd, T, __atomic_fetch_add(p, v, __ATOMIC_RELAXED))                                     \
    OPTX_ATOMIC(atomicAnd, T, __atomic_fetch_and(p, v, __ATOMIC_RELAXED))                                     \
    OPTX_ATOMIC(atomicOr, T, __atomic_fetch_or(p, v, __ATOMIC_RELAXED))                                       \
    OPTX_ATOMIC(atomicXor, T, __atomic_fetch_xor(p, v, __ATOMIC_RELAXED))                                     \
    OPTX_ATOMIC(atomicMin, T, __atomic_fetch_min(p, v, __ATOMIC_RELAXED))                                     \
    OPTX_ATOMIC(atomicMax, T, __atomic_fetch_max(p, v, __ATOMIC_RELAXED))                                     \
    OPTX_ATOMIC(atomicExch, T, __atomic_exchange_n(p, v, __ATOMIC_RELAXED))                                   \
    OPTX_FN T atomicCAS(T *p, T want, T v) {                                                                  \
        __atomic_compare_exchange_n(p, &want, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                  \
        return want;                                                                                          \
    }
OPTX_ATOMIC_INT(int)
OPTX_ATOMIC_INT(unsigned)
OPTX_ATOMIC_INT(unsigned long long)
OPTX_ATOMIC_INT(long long)
OPTX_ATOMIC(atomicSub, int, __atomic_fetch_sub(p, v, __ATOMIC_RELAXED))
OPTX_ATOMIC(atomicSub, unsigned, __atomic_fetch_sub(p, v, __ATOMIC_RELAXED))
OPTX_ATOMIC(atomicInc, unsigned, __nvvm_atom_inc_gen_ui(p, v))
OPTX_ATOMIC(atomicDec, unsigned, __nvvm_atom_dec_gen_ui(p, v))
OPTX_ATOMIC(atomicAdd, float, __nvvm_atom_add_gen_f(p, v))
OPTX_ATOMIC(atomicAdd, double, __nvvm_atom_add_gen_d(p, v))
OPTX_ATOMIC(atomicExch, float, __builtin_bit_cast(float, atomicExch((int *)p, __builtin_bit_cast(int, v))))
#undef OPTX_ATOMIC_INT
#undef OPTX_ATOMIC

#define __ldg(p) (*(p))

// Mathematics.
#define OPTX_LIB1(name, T, lib)                                                                               \
    extern "C" __device__ T lib(T);                                                                           \
    OPTX_FN T name(T x) { return lib(x); }
#define OPTX_LIB2(name, T, lib)                                                                               \
    extern "C" __device__ T lib(T, T);                                                                        \
    OPTX_FN T name(T x, T y) { return lib(x, y); }
#define OPTX_BOTH1(n)                                                                                         \
    OPTX_LIB1(n##f, float, __nv_##n##f)                                                                       \
    OPTX_LIB1(n, double, __nv_##n)                                                                            \
    OPTX_FN float n(float x) { return __nv_##n##f(x); }
OPTX_BOTH1(exp)
OPTX_BOTH1(exp2)
OPTX_BOTH1(log)
OPTX_BOTH1(log2)
OPTX_BOTH1(log10)
OPTX_BOTH1(sin)
OPTX_BOTH1(cos)
OPTX_BOTH1(tan)
OPTX_BOTH1(atan)
OPTX_BOTH1(tanh)
OPTX_BOTH1(fabs)
OPTX_BOTH1(floor)
OPTX_BOTH1(ceil)
OPTX_BOTH1(trunc)
OPTX_BOTH1(rint)
OPTX_BOTH1(round)
OPTX_BOTH1(rsqrt)
OPTX_LIB2(fminf, float, __nv_fminf)
OPTX_LIB2(fmin, double, __nv_fmin)
OPTX_LIB2(fmaxf, float, __nv_fmaxf)
OPTX_LIB2(fmax, double, __nv_fmax)
OPTX_LIB2(powf, float, __nv_powf)
OPTX_LIB2(pow, double, __nv_pow)
OPTX_LIB2(fmodf, float, __nv_fmodf)
OPTX_LIB2(fmod, double, __nv_fmod)
OPTX_LIB2(copysignf, float, __nv_copysignf)
OPTX_LIB2(copysign, double, __nv_copysign)
OPTX_FN float sqrtf(float x) { return __nvvm_sqrt_rn_f(x); }
OPTX_FN float sqrt(float x) { return __nvvm_sqrt_rn_f(x); }
OPTX_FN double sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
OPTX_FN float fmaf(float x, float y, float z) { return __nvvm_fma_rn_f(x, y, z); }
OPTX_FN double fma(double x, double y, double z) { return __nvvm_fma_rn_d(x, y, z); }
OPTX_FN float fmin(float x, float y) { return fminf(x, y); }
OPTX_FN float fmax(float x, float y) { return fmaxf(x, y); }
OPTX_FN float pow(float x, float y) { return powf(x, y); }
OPTX_LIB1(__expf, float, __nv_fast_expf)
OPTX_LIB1(__logf, float, __nv_fast_logf)
OPTX_LIB1(__log2f, float, __nv_fast_log2f)
OPTX_LIB1(__sinf, float, __nv_fast_sinf)
OPTX_LIB1(__cosf, float, __nv_fast_cosf)
OPTX_LIB2(__powf, float, __nv_fast_powf)
OPTX_LIB2(__fdividef, float, __nv_fast_fdividef)
OPTX_FN float __fsqrt_rn(float x) { return __nvvm_sqrt_rn_f(x); }
OPTX_FN float __fadd_rn(float x, float y) { return __nvvm_add_rn_f(x, y); }
OPTX_FN float __fmul_rn(float x, float y) { return __nvvm_mul_rn_f(x, y); }
OPTX_FN float __frcp_rn(float x) { return __nvvm_rcp_rn_f(x); }
OPTX_FN float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
OPTX_FN int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
OPTX_FN float __uint_as_float(uint x) { return __builtin_bit_cast(float, x); }
OPTX_FN uint __float_as_uint(float x) { return __builtin_bit_cast(uint, x); }

// Integers.
#define OPTX_MINMAX(T)                                                                                        \
    OPTX_FN T min(T a, T b) { return a < b ? a : b; }                                                         \
    OPTX_FN T max(T a, T b) { return a > b ? a : b; }
OPTX_MINMAX(int)
OPTX_MINMAX(unsigned)
OPTX_MINMAX(long)
OPTX_MINMAX(unsigned long)
OPTX_MINMAX(long long)
OPTX_MINMAX(unsigned long long)
OPTX_FN float min(float a, float b) { return fminf(a, b); }
OPTX_FN float max(float a, float b) { return fmaxf(a, b); }
OPTX_FN double min(double a, double b) { return fmin(a, b); }
OPTX_FN double max(double a, double b) { return fmax(a, b); }
#undef OPTX_MINMAX
OPTX_FN int abs(int x) { return x < 0 ? -x : x; }
OPTX_FN long long abs(long long x) { return x < 0 ? -x : x; }
OPTX_FN int __popc(uint x) { return __builtin_popcount(x); }
OPTX_FN int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
OPTX_FN int __clz(int x) { return x == 0 ? 32 : __builtin_clz((uint)x); }
OPTX_FN int __clzll(long long x) { return x == 0 ? 64 : __builtin_clzll((unsigned long long)x); }
OPTX_FN int __ffs(int x) { return __builtin_ffs(x); }
OPTX_FN int __ffsll(long long x) { return __builtin_ffsll(x); }
OPTX_FN uint __brev(uint x) { return __builtin_bitreverse32(x); }
OPTX_FN int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
OPTX_FN uint __umulhi(uint a, uint b) { return (uint)(((unsigned long long)a * b) >> 32); }
OPTX_FN int __mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
OPTX_FN uint __umul24(uint a, uint b) { return __nvvm_mul24_ui(a, b); }
OPTX_FN long long clock64() { return __nvvm_read_ptx_sreg_clock64(); }
OPTX_FN int clock() { return __nvvm_read_ptx_sreg_clock(); }
OPTX_FN unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
OPTX_FN long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
OPTX_FN unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
OPTX_FN uint __byte_perm(uint a, uint b, uint s) { return __nvvm_prmt(a, b, s); }
OPTX_FN uint __funnelshift_l(uint lo, uint hi, uint n) {
    return (uint)((((unsigned long long)hi << 32 | lo) << (n & 31)) >> 32);
}
OPTX_FN uint __funnelshift_r(uint lo, uint hi, uint n) {
    return (uint)(((unsigned long long)hi << 32 | lo) >> (n & 31));
}
OPTX_FN uint __sad(int a, int b, uint c) { return c + (a > b ? (uint)a - (uint)b : (uint)b - (uint)a); }
OPTX_FN uint __usad(uint a, uint b, uint c) { return c + (a > b ? a - b : b - a); }
OPTX_FN int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
OPTX_FN int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
OPTX_FN uint __uhadd(uint a, uint b) { return (uint)(((unsigned long long)a + b) >> 1); }

// Matching and reducing within a warp.
#if __CUDA_ARCH__ >= 700
OPTX_FN uint __match_any_sync(uint mask, uint v) { return __nvvm_match_any_sync_i32(mask, v); }
OPTX_FN uint __match_all_sync(uint mask, uint v, int *same) { return __nvvm_match_all_sync_i32p(mask, v, same); }
#endif
#if __CUDA_ARCH__ >= 800
OPTX_FN uint __reduce_add_sync(uint mask, uint v) { return __nvvm_redux_sync_add(v, mask); }
OPTX_FN uint __reduce_min_sync(uint mask, uint v) { return __nvvm_redux_sync_umin(v, mask); }
OPTX_FN uint __reduce_max_sync(uint mask, uint v) { return __nvvm_redux_sync_umax(v, mask); }
OPTX_FN uint __reduce_and_sync(uint mask, uint v) { return __nvvm_redux_sync_and(v, mask); }
OPTX_FN uint __reduce_or_sync(uint mask, uint v) { return __nvvm_redux_sync_or(v, mask); }
OPTX_FN uint __reduce_xor_sync(uint mask, uint v) { return __nvvm_redux_sync_xor(v, mask); }
#endif

// Conversions with a rounding.
#define OPTX_ROUND(name, to, from, ptx, tc, fc)                                                               \
    OPTX_FN to name(from x) {                                                                                 \
        to r;                                                                                                 \
        asm("cvt." ptx " %0, %1;" : "=" tc(r) : fc(x));                                                       \
        return r;                                                                                             \
    }
#define OPTX_TO_INT(name, to, from, tp, fp, tc, fc)                                                           \
    OPTX_ROUND(name##_rn, to, from, "rni." tp "." fp, tc, fc)                                                 \
    OPTX_ROUND(name##_rz, to, from, "rzi." tp "." fp, tc, fc)                                                 \
    OPTX_ROUND(name##_ru, to, from, "rpi." tp "." fp, tc, fc)                                                 \
    OPTX_ROUND(name##_rd, to, from, "rmi." tp "." fp, tc, fc)
#define OPTX_FROM_INT(name, to, from, tp, fp, tc, fc)                                                         \
    OPTX_ROUND(name##_rn, to, from, "rn." tp "." fp, tc, fc)                                                  \
    OPTX_ROUND(name##_rz, to, from, "rz." tp "." fp, tc, fc)                                                  \
    OPTX_ROUND(name##_ru, to, from, "rp." tp "." fp, tc, fc)                                                  \
    OPTX_ROUND(name##_rd, to, from, "rm." tp "." fp, tc, fc)
OPTX_TO_INT(__float2int, int, float, "s32", "f32", "r", "f")
OPTX_TO_INT(__float2uint, uint, float, "u32", "f32", "r", "f")
OPTX_TO_INT(__float2ll, long long, float, "s64", "f32", "l", "f")
OPTX_TO_INT(__double2int, int, double, "s32", "f64", "r", "d")
OPTX_TO_INT(__double2ll, long long, double, "s64", "f64", "l", "d")
OPTX_TO_INT(__double2ull, unsigned long long, double, "u64", "f64", "l", "d")
OPTX_FROM_INT(__int2float, float, int, "f32", "s32", "f", "r")
OPTX_FROM_INT(__uint2float, float, uint, "f32", "u32", "f", "r")
OPTX_FROM_INT(__ll2float, float, long long, "f32", "s64", "f", "l")
OPTX_FROM_INT(__ll2double, double, long long, "f64", "s64", "d", "l")
OPTX_FROM_INT(__ull2double, double, unsigned long long, "f64", "u64", "d", "l")
OPTX_FROM_INT(__double2float, float, double, "f32", "f64", "f", "d")
OPTX_FN double __int2double_rn(int x) { return x; }
