// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// Other lanes may be elsewhere by then, and the time is another; the address beside them is made again twice.
// count 1: shfl.sync
// count 1: vote.sync.any
// count 1: selp
// count 1: activemask
// count 1: %clock
// count 3: , 3;
extern "C" __global__ void k(float *__restrict__ a, const float *__restrict__ q, int n, int *__restrict__ b) {
    int t = threadIdx.x;
    float *to = a + 3 * t;
    to[0] = 1.0f;
    int s = __shfl_sync(-1, t * n, 3), v = __any_sync(-1, s > n), m = __activemask(), c = (int)clock();
    b[0] = s + v + m + c;
    float x0 = q[0 * n], x1 = q[1 * n], x2 = q[2 * n], x3 = q[3 * n], x4 = q[4 * n], x5 = q[5 * n], x6 = q[6 * n], x7 = q[7 * n], x8 = q[8 * n], x9 = q[9 * n], x10 = q[10 * n], x11 = q[11 * n];
    to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
    to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
    b[1] = s, b[2] = v, b[3] = m, b[4] = c;
    a[t] = t;
}
