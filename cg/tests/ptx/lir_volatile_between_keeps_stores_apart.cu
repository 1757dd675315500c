// test lir=vectorize -O3 -arch=sm_80
// A flag that is set behind the first store is not set before it.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, volatile int *flag, int n) {
    p->a = n;
    *flag = 1;
    p->b = n;
}
