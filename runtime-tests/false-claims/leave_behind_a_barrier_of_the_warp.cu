// Threads leave after a barrier that the others meet elsewhere, and with more to do behind it: the loop of those that stay is not the whole warp's.
__global__ void k(int *out, const int *in, int n) {
    int t = threadIdx.x, v = in[t];
    if (t >= 20) {
        out[t] = v;
        __syncwarp();
        for (int i = 0; i < n; i++) out[t + 64] += in[i];
        return;
    }
    __syncwarp();
    for (int i = 0; i < n; i++) v += in[i];
    out[t] = v;
}
