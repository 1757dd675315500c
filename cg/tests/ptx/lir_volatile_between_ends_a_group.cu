// test lir=vectorize -O3 -arch=sm_80
// Volatile accesses are in order with loads that follow: a flag is read before what it guards.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, volatile int *flag, int *q) {
    int a = p->a;
    int x = *flag;
    q[0] = a + p->b + x;
}
