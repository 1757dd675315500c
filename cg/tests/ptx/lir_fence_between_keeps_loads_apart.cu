// test lir=vectorize -O3 -arch=sm_80
// What is loaded behind a fence is no older than what was loaded before it.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(const V *p, int *q) {
    int a = p->a;
    __threadfence();
    q[0] = a + p->b;
}
