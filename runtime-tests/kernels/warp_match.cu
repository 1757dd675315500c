// Matching and reducing within a warp, where the target has it.

#if __CUDA_ARCH__ >= 700
#define MATCH_ANY(v) __match_any_sync(0xffffffffu, v)
#define MATCH_ALL(v, p) __match_all_sync(0xffffffffu, v, p)
#else
static __device__ unsigned MATCH_ANY(unsigned v)
{
    unsigned mask = 0;
    for (int k = 0; k < 32; k++)
        mask |= (__shfl_sync(0xffffffffu, v, k) == v) << k;
    return mask;
}
static __device__ unsigned MATCH_ALL(unsigned v, int *p)
{
    *p = __all_sync(0xffffffffu, __shfl_sync(0xffffffffu, v, 0) == v);
    return *p ? 0xffffffffu : 0;
}
#endif

#if __CUDA_ARCH__ >= 800
#define REDUCE(name, v) __reduce_##name##_sync(0xffffffffu, v)
#else
static __device__ unsigned combine_add(unsigned x, unsigned y) { return x + y; }
static __device__ unsigned combine_max(unsigned x, unsigned y) { return x > y ? x : y; }
static __device__ unsigned combine_min(unsigned x, unsigned y) { return x < y ? x : y; }
static __device__ unsigned combine_xor(unsigned x, unsigned y) { return x ^ y; }
static __device__ unsigned combine_or(unsigned x, unsigned y) { return x | y; }
static __device__ unsigned combine_and(unsigned x, unsigned y) { return x & y; }
#define REDUCTION(name)                                                             \
    static __device__ unsigned reduce_##name(unsigned x)                            \
    {                                                                               \
        for (int d = 16; d; d >>= 1)                                                \
            x = combine_##name(x, __shfl_xor_sync(0xffffffffu, x, d));              \
        return x;                                                                   \
    }
REDUCTION(add) REDUCTION(max) REDUCTION(min) REDUCTION(xor) REDUCTION(or) REDUCTION(and)
#define REDUCE(name, v) reduce_##name(v)
#endif

extern "C" __global__ void warp_match(const unsigned *in, unsigned *out)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = in[at], small = v % 5, *o = out + 8 * at;
    int same = 0;
    o[0] = MATCH_ANY(small);
    o[1] = MATCH_ALL(v >> 31, &same);
    o[2] = same != 0;
    o[3] = REDUCE(add, v);
    o[4] = REDUCE(max, v);
    o[5] = REDUCE(min, v);
    o[6] = REDUCE(xor, v);
    o[7] = REDUCE(or, small) << 8 | REDUCE(and, v | 0xf0u);
}
