// test ptx -O3 -arch=sm_80
// 2^32 is no word.
// count 0: wide
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (unsigned long long)u * 0x100000000ull;
}
