// test ptx -O3 -arch=sm_80
// A pointer to words is aligned to a word.
// count 0: .v2
extern "C" __global__ void k(int *p, int *q) {
    p[0] = q[0];
    p[1] = q[1];
}
