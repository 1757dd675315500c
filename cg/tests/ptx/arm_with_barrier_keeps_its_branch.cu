// test ptx -O3 -arch=sm_80
// What other threads, or the world, see is not guarded.
// check: bra
extern "C" __global__ void k(volatile int *v, int *p, int a) {
    __shared__ int s[32];
    s[a & 31] = a;
    if (a > 3) {
        __syncthreads();
    }
    p[1] = s[2];
}
