// Undefined: with n = 4 the store to s is one to r.
extern "C" __global__ void k(int *p, int n) {
    __shared__ int s[4], r[4];
    int t = threadIdx.x;
    r[t] = 1;
    s[t - n] = 2;
    p[t] = r[t];
}
