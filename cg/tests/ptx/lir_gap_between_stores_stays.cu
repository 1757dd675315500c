// test lir=vectorize -O3 -arch=sm_80
// What lies between two stores is not written.
// count 2: st.global.u32
// count 0: .v2
struct __align__(16) V {
    int a, b, c, d;
};
extern "C" __global__ void k(V *p, int n) {
    p->a = n;
    p->c = n + 1;
}
