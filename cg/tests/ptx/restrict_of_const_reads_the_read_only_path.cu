// test ptx -O3 -arch=sm_80
// Both together promise that the kernel, all its threads, leaves it as it is.
// count 2: ld.global.nc.
// check: ld.global.nc.v2.
extern "C" __global__ void k(int *p, const int2 *__restrict__ q, const signed char *__restrict__ r) {
    int2 v = q[threadIdx.x];
    p[0] = v.x + v.y + r[2];
}
