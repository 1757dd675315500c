// test lir=vectorize -O3 -arch=sm_80
// Volatile accesses keep number and size.
// count 2: ld.volatile.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(volatile V *p, int *q) {
    q[0] = p->a;
    q[1] = p->b;
}
