// test ptx -O3 -arch=sm_80
// Nothing says that the four are aligned to more than one of them.
// count 0: .v4
// count 0: .v2
struct F {
    float a, b, c, d;
};
extern "C" __global__ void k(F *p, const F *q) {
    p[threadIdx.x] = q[threadIdx.x];
}
