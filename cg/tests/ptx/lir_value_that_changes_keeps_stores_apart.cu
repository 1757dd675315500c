// test lir=vectorize -O3 -arch=sm_80 --passes=-unrolling
// The first store is of what v was.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int v, int n) {
    for (int i = 0; i < n; i++) {
        p[i].a = v;
        v = v * 5 + 1;
        p[i].b = v;
    }
}
