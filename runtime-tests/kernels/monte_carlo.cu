// Points in a quarter circle, drawn with a 64-bit xorshift generator a thread.

extern "C" __global__ void monte_carlo(const unsigned long long *seed, int *hits, unsigned long long *last,
                                       int draws, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long s = seed[i] | 1ull;
    int count = 0;
    for (int k = 0; k < draws; k++) {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        unsigned long long x = (s >> 40) & 0xffff;
        unsigned long long y = (s >> 12) & 0xffff;
        if (x * x + y * y < 0x100000000ull)
            count++;
    }
    hits[i] = count;
    last[i] = s;
}
