// test ptx -O3 -arch=sm_80
// `__constant__` objects are read by `ld.const`.
// check: .const
// check: ld.const
__constant__ int t[4] = {5, -6, 7, 8};
extern "C" __global__ void k(int *p, int i) {
    p[0] = t[i];
}
