// test lir=vectorize -O3 -arch=sm_80
// No load moves up over an atomic, which may be at its place.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q, int *r) {
    int a = p->a;
    atomicAdd(r, a);
    q[0] = a + p->b;
}
