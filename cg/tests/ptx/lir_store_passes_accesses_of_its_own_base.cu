// test lir=vectorize -O3 -arch=sm_80
// Other places of the same base are apart; a place that overlaps is not.
// count 1: st.global.v2.u32
// count 1: st.global.u64
// count 4: st.global.u32
// count 1: st.global.u16
struct alignas(16) V { int a, b, c, d; };
extern "C" __global__ void k(V *p, int n) {
    p->a = n;
    p->c = n + 1;
    p->b = n + 2;
}
extern "C" __global__ void l(V *p, int n, long long m) {
    p->a = n;
    *(long long *)p = m;
    p->b = n + 2;
}
extern "C" __global__ void m(V *p, int n, short m) {
    p->a = n;
    ((short *)p)[1] = m;
    p->b = n + 2;
}
