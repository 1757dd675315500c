// test ptx -O3 -arch=sm_80
// `__restrict__` says nothing of other threads, and `const` nothing of other pointers: each alone promises nothing.
// count 0: .nc
extern "C" __global__ void k(int *__restrict__ p, int *__restrict__ q, const int *r) {
    p[0] = q[0] + r[1];
}
