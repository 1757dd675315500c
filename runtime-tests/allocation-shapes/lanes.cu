// What is one value for a warp but for the lane's number times one, or times what memory holds.
__global__ void k(int *out, const int *in, int n) {
    int x = threadIdx.x, lane = x & 31, warp = x / 32, at = blockIdx.x * 128 + x;
    int pitch = in[warp + 1];
    int i = lane * 12 + in[warp], j = lane * pitch + in[warp + 8];
    long long l = (long long)lane * pitch - in[warp + 16];
    int v = in[lane];
    for (int r = 0; r < n; r++) {
        v += (i ^ r) * 3 + (j & 77) - (int)l;
        v ^= i & j;
        i += in[(r + warp) & 7]; j += in[(r + 1) & 7] * warp; l += in[(r + 2) & 7];
    }
    out[at] = v + i + j + (int)(l >> 2) + pitch;
}
