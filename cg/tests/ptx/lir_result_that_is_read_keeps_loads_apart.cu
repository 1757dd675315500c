// test lir=vectorize -O3 -arch=sm_80 --passes=-unrolling
// What b held is read between the loads.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(const V *p, int *q, int n) {
    int s = 0, b = 7;
    for (int i = 0; i < n; i++) {
        int a = p[i].a;
        s += a * b;
        b = p[i].b;
    }
    q[0] = s;
    q[1] = b;
}
