// test lir=vectorize -O3 -arch=sm_80
// No load moves up over a fence, no store down.
// count 2: ld.global.u32
// count 3: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, V *q, int n) {
    int a = p->a;
    q->a = n;
    __threadfence();
    q->b = n + 1;
    int b = p->b;
    q[n].a = a + b;
}
