// test ptx -O3 -arch=sm_80
// 2^32 - 1 is one.
// check: mul.wide.u32
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (unsigned long long)u * 0xffffffffull;
}
