// test lir=vectorize -O3 -arch=sm_80
// The atomic may be at the first store's place.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q, int n) {
    p->a = n;
    atomicAdd(q, 1);
    p->b = n;
}
