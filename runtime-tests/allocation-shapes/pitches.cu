// Rows as far apart as memory says: what a value has of the index is a factor that a register holds, negative ones among them, widened with its sign and without, and the least
// number of 32 bits, whose opposite has more.
__global__ void k(long long *out, const int *in, int n) {
    int x = threadIdx.x, at = blockIdx.x * 64 + x;
    int narrow = in[0], pitch = in[1] - 20;
    unsigned wide = in[2] * 0x10000001u;
    int i = x * narrow + in[3];
    long long j = (long long)x * pitch + in[4];
    long long l = (long long)x * (long long)wide * 5 + in[5];
    long long m = (long long)x * -2147483648LL + in[6];
    int v = in[x & 31];
    for (int r = 0; r < n; r++) {
        v += (i ^ r) * 3 + (int)(j >> 3) - (int)(l >> 29) + (int)(m >> 31);
        v ^= i & (int)j;
        i += in[r & 7]; j += in[(r + 1) & 7]; l += in[(r + 2) & 7]; m -= in[(r + 3) & 7];
    }
    out[at] = v + i + j + l * 3 + m + narrow + pitch + wide;
}
