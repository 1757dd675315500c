// test lir=vectorize -O3 -arch=sm_80
// Three stores are no vector of four: the fourth element keeps what it holds.
// count 1: ld.global.v4.u32
// count 1: st.global.v2.u32
// count 1: st.global.u32
// count 1: .v4
struct __align__(16) V {
    int a, b, c, d;
};
extern "C" __global__ void k(V *p, const V *q) {
    int a = q->a, b = q->b, c = q->c;
    p->a = a;
    p->b = b;
    p->c = c;
}
