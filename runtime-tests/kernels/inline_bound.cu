// Functions that each call the one before twice: inlined whole they would be larger than the bound on growth.
__device__ unsigned step(unsigned x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
}

#define TWICE(f, g, k) \
    __device__ unsigned f(unsigned x) { return g(g(x) + k) ^ (x >> k); }

TWICE(twice_1, step, 1)
TWICE(twice_2, twice_1, 2)
TWICE(twice_3, twice_2, 3)
TWICE(twice_4, twice_3, 4)
TWICE(twice_5, twice_4, 5)
TWICE(twice_6, twice_5, 6)
TWICE(twice_7, twice_6, 7)
TWICE(twice_8, twice_7, 8)
TWICE(twice_9, twice_8, 9)
TWICE(twice_10, twice_9, 10)

extern "C" __global__ void inline_bound(const unsigned *in, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = twice_10(in[i]) + twice_4(i + 1);
}
