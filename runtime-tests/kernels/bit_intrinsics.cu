// Bit intrinsics of 32 and 64 bits, byte permutation, funnel shifts.

extern "C" __global__ void bit_intrinsics(const unsigned *in, const unsigned long long *wide, unsigned *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a = in[2 * i], b = in[2 * i + 1], *o = out + 12 * i;
    unsigned long long w = wide[i] >> (a & 63);
    o[0] = __brev(a);
    o[1] = __clz(a >> (b & 31)) * 100 + __popc(a);
    o[2] = __ffs(a << (b & 31)) * 100 + __clz(0);
    o[3] = __byte_perm(a, b, b & 0x7777);
    o[4] = __funnelshift_l(a, b, b >> 7);
    o[5] = __funnelshift_r(a, b, b >> 9);
    unsigned long long r = __brevll(w);
    o[6] = (unsigned)r ^ (unsigned)(r >> 32);
    o[7] = __clzll(w) * 10000 + __popcll(w) * 100 + __ffsll(w);
    o[8] = __umulhi(a, b) + __mulhi((int)a, (int)b);
    o[9] = __mul24((int)a, (int)b) ^ __umul24(a, b);
    o[10] = __sad((int)a, (int)b, 7u) + __usad(a, b, 9u);
    o[11] = __hadd((int)a, (int)b) + __uhadd(a, b) + __rhadd((int)a, (int)b);
}
