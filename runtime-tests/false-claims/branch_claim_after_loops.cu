// The same, and a branch on it.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, v = 0, i = t & 3;
    while (i < 100) {
        i += 32;
        unsigned j = 0;
        do { j++; v = j; } while (j < in[threadIdx.y]);
    }
    unsigned s = 0;
    for (unsigned q = 0; q < v; q++) s += q;
    out[t + threadIdx.y * blockDim.x] = s;
}
