// test lir=vectorize -O3 -arch=sm_80 --maxrregcount=33
// A constant that is stored takes a register where it is an element.
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q, const int *r, int n) {
    int x0 = r[0], x1 = r[1], x2 = r[2], x3 = r[3], x4 = r[4], x5 = r[5], x6 = r[6], x7 = r[7], x8 = r[8];
    int y0 = x0 * x1, y1 = x1 * x2, y2 = x2 * x3, y3 = x3 * x4, y4 = x4 * x5, y5 = x5 * x6, y6 = x6 * x7, y7 = x7 * x8;
    p->a = 5;
    p->b = 7;
    q[0] = x0, q[1] = x1, q[2] = x2, q[3] = x3, q[4] = x4, q[5] = x5, q[6] = x6, q[7] = x7, q[8] = x8;
    q[9] = y0, q[10] = y1, q[11] = y2, q[12] = y3, q[13] = y4, q[14] = y5, q[15] = y6, q[16] = y7;
}
