// Quotients and remainders of 64-bit integers, signed and unsigned, and of 32-bit ones.

extern "C" __global__ void div64(const long long *a, const long long *b, long long *quot, long long *rem,
                                 unsigned long long *mixed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long x = a[i] >> (i % 5 * 13);
    long long y = b[i] >> (i % 64);
    if (y == 0)
        y = 7;
    quot[i] = x / y;
    rem[i] = x % y;
    unsigned long long u = (unsigned long long)x, v = (unsigned long long)y;
    unsigned lo = (unsigned)u, small = (unsigned)(i + 3);
    mixed[i] = u / v + u % v + lo / small + lo % small + u / 10 + u % 1000003;
}
