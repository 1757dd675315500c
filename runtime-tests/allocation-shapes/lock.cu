// Lanes come one after the other through a critical section: what is one value for all who load it is put to no slot there, and no lane waits for others.
__device__ int lock, sum;
__global__ void k(int *out, const int *in, int n) {
    int a = in[0], b = in[1], c = in[2], d = in[3], e = in[4];
    int t = threadIdx.x, v = in[t & 63];
    while (atomicCAS(&lock, 0, 1) != 0) ;
    __threadfence();
    int p = in[5], q = in[6], r = in[7], s = in[8];
    for (int i = 0; i < n; i++) {
        v += p * a + q * b + r * c + s * d + e;
        p += q; q += r; r += s; s += i;
    }
    atomicAdd(&sum, v);
    __threadfence();
    atomicExch(&lock, 0);
    out[t] = v + p + q + r + s + a + b + c + d + e;
}
