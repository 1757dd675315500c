// test ptx -O3 -arch=sm_80
// 2^31 is no signed word.
// count 0: wide
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * 0x80000000ll;
}
