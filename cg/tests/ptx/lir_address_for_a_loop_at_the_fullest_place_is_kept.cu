// test lir=rematerialize -O3 -arch=sm_80 --maxrregcount=24
// Where the loop begins is where most lives: made there, the address would live no less. The index is made again behind the loop.
// count 1: , 5;
// check: %tid.x
// check: $L1
// check: %tid.x
extern "C" __global__ void k(float *__restrict__ a, const float *__restrict__ q, int n, float *__restrict__ b) {
    int t = threadIdx.x;
    float *to = a + 3 * t;
    to[0] = 1.0f;
    float *pb = b + 5 * t;
    pb[0] = 2.0f;
    float x0 = q[0 * n], x1 = q[1 * n], x2 = q[2 * n], x3 = q[3 * n], x4 = q[4 * n], x5 = q[5 * n], x6 = q[6 * n], x7 = q[7 * n], x8 = q[8 * n], x9 = q[9 * n], x10 = q[10 * n], x11 = q[11 * n];
    to[1] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11;
    to[2] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11;
    #pragma unroll 1
    for (int i = 0; i < n; i++)
        pb[7 * i] = x0;
    a[t] = t;
}
