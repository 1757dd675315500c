// test lir=vectorize -O3 -arch=sm_80
// No access moves over a barrier.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q) {
    int a = p->a;
    __syncthreads();
    q[0] = a + p->b;
}
