// test ptx -O3 -arch=sm_80
// `__restrict__` says nothing of other threads.
// count 0: .nc
extern "C" __global__ void k(int *__restrict__ p, const int *__restrict__ q) {
    p[0] = q[0];
}
