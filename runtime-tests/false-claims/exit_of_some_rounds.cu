// Threads leave by a condition that all have in common, but come to it in different rounds: what decides that is two levels up.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, i = 0;
    #pragma unroll 1
    for (; i < 16; i++) {
        if (in[t] >> i & 1) {
            out[t] += 1;
            if (n > 3) {
                out[t] += 2;
                if (i >= n - 5) goto found;
            }
        }
        out[t] += 4;
    }
    out[t] += n;
    return;
found:
    out[t] += i * 64;
}
