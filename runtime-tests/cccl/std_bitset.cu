#include <cuda/std/bitset>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cuda::std::bitset<40> b(in[i]);
    b.set(33).flip(2);
    b <<= 3;
    out[i] = (int)b.count() + 50 * b.test(4) + 100 * b.any() + (int)(b.to_ullong() >> 5);
}
