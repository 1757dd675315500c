// test lir=vectorize -O3 -arch=sm_80
// Volatile stores keep number and size.
// count 2: st.volatile.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(volatile V *p, int n) {
    p->a = n;
    p->b = n + 1;
}
