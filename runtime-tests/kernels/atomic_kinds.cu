// Every atomic, on global and shared memory, where the order does not matter to the result.

extern "C" __global__ void atomic_kinds(const int *in, int *ints, unsigned *words, unsigned long long *longs, float *f, int n)
{
    __shared__ int s[4];
    __shared__ unsigned u[3];
    unsigned t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    if (t < 4)
        s[t] = 0;
    if (t < 3)
        u[t] = t == 1 ? 0xffffffffu : 0u;
    __syncthreads();
    if (at < n) {
        int v = in[at];
        atomicAdd(&ints[0], v);
        atomicSub(&ints[1], v);
        atomicMin(&ints[2], v);
        atomicMax(&ints[3], v);
        atomicAnd(&ints[4], v | 0xff);
        atomicOr(&ints[5], v & 0x7f00);
        atomicXor(&ints[6], v);
        atomicInc(&words[0], 99u);
        atomicDec(&words[1], 36u);
        atomicMax(&words[2], (unsigned)v);
        atomicMin(&words[3], (unsigned)v);
        atomicAdd(&words[4], 3u);
        atomicAdd(&longs[0], (unsigned long long)(unsigned)v << 20);
        atomicMax(&longs[1], (unsigned long long)(unsigned)v << 13);
        atomicXor(&longs[2], 0x100000001ull * (unsigned)v);
        atomicAdd(&f[0], (float)(v & 15));
        // Shared, and by compare-and-swap.
        atomicAdd(&s[v & 1], 1);
        atomicMax(&s[2], v);
        atomicOr(&u[0], 1u << (v & 31));
        atomicAnd(&u[1], ~(1u << (v & 15)));
        unsigned old = u[2], seen;
        do {
            seen = old;
            old = atomicCAS(&u[2], seen, seen * 5 + 1);
        } while (old != seen);
        if (atomicExch(&ints[8 + at % 8], 1) == 0)
            atomicAdd(&ints[7], 1);
    }
    __syncthreads();
    if (t < 4)
        atomicAdd(&ints[16 + t], s[t]);
    if (t < 3)
        atomicXor(&words[5 + t], u[t] + blockIdx.x);
}
