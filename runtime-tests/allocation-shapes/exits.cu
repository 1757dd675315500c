// Lanes leave the inner loop one after the other, and the kernel before it; the outer loop's values are stored again in each round. Indices wrap and are
// extended with either sign.
__global__ void k(int *out, const int *in, unsigned n, int far) {
    int t = threadIdx.x;
    if (t == 5) return;
    int a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], v = in[t & 63];
    unsigned u = 0xfffffff0u + t;
    long long wide = 0x123456789abcLL, big = (long long)(int)u + 0x123456789abLL;
    for (unsigned i = 0; i < n; i++) {
        int once = a ^ t, p = in[i & 31], q = in[i + 1 & 31] * 2;
        for (int j = 0; j < (t & 7); j++) {
            int r = in[j + (int)i & 31];
            v += p * a + q * b + r + c;
            if (v > 5000) break;
            p += r; q ^= b;
        }
        a += b + p * 0; b += c; c ^= d; d += e; e += (int)i;
        v += (a + b + c + d + e) * (once & 7) + (once ^ a);
        wide += v * 0x100000001LL ^ big;
    }
    long long index = (long long)u + (long long)(int)((unsigned)t * -3u + (unsigned)far) * 5;
    out[t] = v + a + b + c + d + e + (int)(wide >> 7) + (int)(index >> 3) + (int)(index >> 31);
}
