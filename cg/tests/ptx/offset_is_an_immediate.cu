// test ptx -O3 -arch=sm_80
// A constant offset is part of the access.
// check: +4000]
extern "C" __global__ void k(int *p) {
    p[1000] = 1;
}
