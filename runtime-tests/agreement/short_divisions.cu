// Quotients and remainders of 64 bits around the edge of a word: both operands short, one, none, negative ones; with operands known to be short on
// one side, in loops that do not change them, of quotients, and of sums that overflow where nobody looks.

typedef long long i64;
typedef unsigned long long u64;

__device__ u64 edge(int k)
{
    const u64 edges[] = {1, 2, 3, 7, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0x100000000, 0x100000001,
                         0x1fffffffe, 0x7fffffffffffffff, 0x8000000000000001, 0xffffffff00000000, 0xfffffffffffffff9, 0xffffffffffffffff};
    return edges[k];
}

__device__ unsigned mixed(unsigned h, u64 v)
{
    h = (h ^ (unsigned)v) * 16777619u;
    return (h ^ (unsigned)(v >> 32)) * 16777619u;
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    unsigned h[12];
    for (int k = 0; k < 12; k++)
        h[k] = 2166136261u;
    u64 total = 0;
    for (int i = 0; i < n * 3 + 1; i++) {
        for (int j = 0; j < n * 3 + 1; j++) {
            u64 a = edge(i), b = edge(j);
            i64 c = (i64)a, d = (i64)b;
            h[0] = mixed(h[0], a / b);
            h[1] = mixed(h[1], a % b);
            h[2] = mixed(h[2], (u64)(c / d));
            h[3] = mixed(h[3], (u64)(c % d));
            h[4] = mixed(mixed(h[4], (unsigned)a / b), (unsigned)a % b);
            unsigned low = (unsigned)b | 1;
            h[5] = mixed(mixed(h[5], a / low), a % low);
            h[6] = mixed(mixed(h[6], (u64)(c / (i64)low)), (u64)((i64)(unsigned)a % d));
            h[7] = mixed(h[7], (u64)((i64)(unsigned)a / d));
            u64 q = a / b;
            if (q > 5)
                h[8] = mixed(h[8], q / low + a % b);
            for (int k = 0; k < 3; k++)
                if ((i + k) % 2)
                    total += (u64)(c / d) + k;
            h[9] = mixed(h[9], 4294967295u / b + 4294967296ull / a);
            h[10] = mixed(h[10], (a ^ 0x123456789abcdefull) / b);
            if (a / b > 2 && a % b < 100)
                h[11] = mixed(h[11], a - b);
        }
    }
    for (int k = 0; k < 12; k++)
        o[k] = (int)h[k];
    o[12] = (int)total;
    o[13] = (int)(total >> 32);
    f[0] = 1;
}
