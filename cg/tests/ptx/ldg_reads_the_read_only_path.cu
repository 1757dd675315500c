// test ptx -O3 -arch=sm_80
// `__ldg` says that nobody writes there.
// check: ld.global.nc.u32
extern "C" __global__ void k(int *p, const int *q) {
    p[0] = __ldg(q);
}
