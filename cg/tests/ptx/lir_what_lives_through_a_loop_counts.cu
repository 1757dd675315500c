// test lir=vectorize -O3 -arch=sm_80 --maxrregcount=40
// What lives from before the loop to behind it takes registers in it: of 28 none is left for a second value between the loads.
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(const V *p, int *q, const int *r, int n) {
    int x0 = r[0], x1 = r[1], x2 = r[2], x3 = r[3], x4 = r[4], x5 = r[5], x6 = r[6], x7 = r[7], s = 0;
    int y0 = r[8], y1 = r[9], y2 = r[10], y3 = r[11], y4 = r[12], y5 = r[13], y6 = r[14], y7 = r[15];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        int t = p[i].a * 3;
        t ^= r[i];
        s = s * t + p[i].b;
    }
    q[0] = s;
    q[1] = x0, q[2] = x1, q[3] = x2, q[4] = x3, q[5] = x4, q[6] = x5, q[7] = x6, q[8] = x7;
    q[9] = y0, q[10] = y1, q[11] = y2, q[12] = y3, q[13] = y4, q[14] = y5, q[15] = y6, q[16] = y7;
}
