// 64-bit integers: shifts, products, high halves, comparisons, mixed with narrower operands.

extern "C" __global__ void wide_integers(const long long *a, const unsigned long long *b, unsigned long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long x = a[i];
    unsigned long long y = b[i];
    unsigned k = (unsigned)(y >> 3) & 63;
    unsigned long long *o = out + 12 * i;
    o[0] = (unsigned long long)(x >> k) ^ y << (63 - k);
    o[1] = (unsigned long long)__mul64hi(x, (long long)y);
    o[2] = __umul64hi((unsigned long long)x, y);
    o[3] = (unsigned long long)x * y + (unsigned)x * (unsigned long long)(unsigned)y;
    o[4] = (x < (long long)y) | ((unsigned long long)x < y) << 1 | (x <= 0) << 2 | (y > 1ull << 63) << 3;
    o[5] = (unsigned long long)((x >> 1) / ((int)y | 1)) + (unsigned)y % 1000000007u;
    o[6] = y / ((unsigned long long)x >> 40 | 3) + y % 12345678901ull;
    o[7] = (unsigned long long)((long long)(int)x * (int)y);
    o[8] = (unsigned long long)min(x, (long long)y) - max((unsigned long long)x, y);
    o[9] = (y << 7 | y >> 57) + (unsigned long long)(x > 0 ? x >> 2 : -(x >> 2));
    long long s = x;
    s >>= 5;
    s ^= k;
    s <<= 3;
    o[10] = (unsigned long long)s;
    o[11] = (unsigned)x - 1ull + (int)y;
}
