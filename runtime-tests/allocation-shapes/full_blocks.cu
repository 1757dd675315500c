// As many threads as a block may have, and nothing says so: the last warp's slots are the last of the area. What is in shared memory behind it is not touched.
__global__ void k(int *out, const int *in, int n) {
    __shared__ int last[32];
    int t = threadIdx.x;
    if (t < 32) last[t] = t * 3;
    __syncthreads();
    int w = in[t / 32 * 0], a = in[1], b = in[2], c = in[3], d = in[4], e = in[5], f = in[6];
    int v = in[t & 63];
    for (int i = 0; i < n; i++) {
        v += a * i + b; v ^= c + d; v += e - f + w;
        a += b; d += i; w += a;
    }
    out[t] = v + a + b + c + d + e + f + w + last[t & 31];
}
