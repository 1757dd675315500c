extern "C" __global__ void k(float *a, float *b, float *c, float *d, const float *q, int n) {
    int t = threadIdx.x;
    float *pa = a + 3 * t, *pb = b + 5 * t, *pc = c + 7 * t, *pd = d + 9 * t;
    float s = 1.0f;
    float x0 = q[0], x1 = q[1], x2 = q[2], x3 = q[3], x4 = q[4], x5 = q[5], x6 = q[6], x7 = q[7];
    float x8 = q[8], x9 = q[9], x10 = q[10], x11 = q[11], x12 = q[12], x13 = q[13];
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        float y = q[i];
        x0 = x0 * y + x1, x1 = x1 * y + x2, x2 = x2 * y + x3, x3 = x3 * y + x4, x4 = x4 * y + x5;
        x5 = x5 * y + x6, x6 = x6 * y + x7, x7 = x7 * y + x8, x8 = x8 * y + x9, x9 = x9 * y + x10;
        x10 = x10 * y + x11, x11 = x11 * y + x12, x12 = x12 * y + x13, x13 = x13 * y + s;
    }
    pa[1] = s + x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7 + x8 + x9 + x10 + x11 + x12 + x13;
    pb[1] = x0 * x1 * x2 * x3 * x4 * x5 * x6 * x7 * x8 * x9 * x10 * x11 * x12 * x13;
    pc[1] = x0 - x1 - x2 - x3 - x4 - x5 - x6 - x7 - x8 - x9 - x10 - x11 - x12 - x13;
    pd[1] = s * t;
}
