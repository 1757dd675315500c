// All threads that come to the inner branch leave, after a store; others of their warps did not come to it.
__global__ void k(int *out, const int *in, int n) {
    int t = threadIdx.x, v = in[t];
    if (t % 32 < 13) {
        v += in[t ^ 1];
    } else if (n > 3) {
        out[t] = v;
        return;
    }
    for (int i = 0; i < n; i++) v += in[i];
    out[t] = v;
}
