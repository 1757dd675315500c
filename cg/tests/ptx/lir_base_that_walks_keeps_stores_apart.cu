// test lir=vectorize -O3 -arch=sm_80 --passes=-unrolling
// The second store is to another pair.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int v, int n) {
    for (int i = 0; i < n; i++) {
        p->a = v;
        p += 1 + (i & v);
        p->b = v;
    }
}
