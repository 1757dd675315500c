// test lir=vectorize -O3 -arch=sm_80
// A load between may be of the place stored to.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q) {
    p->a = 3;
    p->b = *q;
}
