// test lir=vectorize -O3 -arch=sm_80
// The store between may be to the first one's place: it is the later one.
// count 3: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q, int n) {
    p->a = n;
    q[0] = n + 1;
    p->b = n;
}
