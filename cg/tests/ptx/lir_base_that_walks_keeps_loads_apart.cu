// test lir=vectorize -O3 -arch=sm_80 --passes=-unrolling
// The second load is of the next pair.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(const V *p, int *q, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += p->a;
        p += 1 + (s & 1);
        s += p->b;
    }
    q[0] = s;
}
