// Nothing is claimed of a register that does not live there.
__constant__ unsigned c[2] = {3, 4};
__global__ void k(unsigned *out, unsigned n) {
    unsigned t = threadIdx.x;
    unsigned v = (7u != 3u ? 0ull : 1ull) > (unsigned long long)n ? t : c[n & 1];
    v = 5;
    out[t + threadIdx.y * blockDim.x] = v;
}
