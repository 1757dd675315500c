// test ptx -O3 -arch=sm_80
// An immediate has 32 bits.
// count 0: +4294967296]
extern "C" __global__ void k(int *p) {
    p[1ll << 30] = 1;
}
