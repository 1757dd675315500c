// Integer promotions and the usual conversions of bool, char, short, unsigned and 64-bit operands.

extern "C" __global__ void promotions(const int *in, long long *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[2 * i], w = in[2 * i + 1];
    signed char c = (signed char)v;
    unsigned char uc = (unsigned char)w;
    short s = (short)(v >> 3);
    unsigned short us = (unsigned short)(w >> 5);
    bool b = v & 4, d = w;
    long long *o = out + 16 * i;
    o[0] = c + uc * c;
    o[1] = ~uc;
    o[2] = us << 15;
    o[3] = (unsigned char)(uc + uc) < uc;
    o[4] = s >> 2 | -us;
    o[5] = (c < 0u) + (c < (unsigned)w) * 2 + (c < us) * 4;
    o[6] = b + d + (b == d) + !c;
    o[7] = (b ? c : us) - (d ? uc : s);
    o[8] = (b ? c : 0u);
    o[9] = (unsigned)c * 1ll - (unsigned short)s;
    c += uc;
    uc -= s;
    s *= 3;
    us >>= (v & 7);
    o[10] = c;
    o[11] = uc;
    o[12] = s;
    o[13] = us;
    b = b - 1;
    uc = b;
    o[14] = uc + (-1 < 1u ? 10 : 20) + (-1 < (unsigned short)1 ? 100 : 200);
    o[15] = (char)(v >> 1) + (long long)(unsigned)(s + us) - (1ull << 33 > (unsigned long long)-1ll);
}
