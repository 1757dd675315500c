// What all threads store alike in each round is another thing behind the loop, where they left it in different rounds.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, a[4] = {9, 8, 7, 6};
    unsigned i = 0;
    do a[i % n] = i;
    while (i++ < (in[t] & 7));
    out[t] = a[n & 1] * 3;
}
