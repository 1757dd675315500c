// test lir=vectorize -O3 -arch=sm_80 --maxrregcount=35
// 23 registers hold something between the loads, and with 35 a thread is to keep to no more: the second is not held beside them.
// count 0: .v2
struct __align__(16) V {
    int a, b, c;
};
extern "C" __global__ void k(V *p, int *q, const int *r) {
    int a = p->a;
    int x0 = r[0], x1 = r[1], x2 = r[2], x3 = r[3], x4 = r[4], x5 = r[5], x6 = r[6], x7 = r[7], x8 = r[8];
    int y0 = r[9], y1 = r[10], y2 = r[11], y3 = r[12], y4 = r[13], y5 = r[14], y6 = r[15], y7 = r[16], y8 = r[17];
    int s = x0 * y0 + x1 * y1 + x2 * y2 + x3 * y3 + x4 * y4 + x5 * y5 + x6 * y6 + x7 * y7 + x8 * y8;
    q[0] = p->b + s;
    p->c = a;
}
