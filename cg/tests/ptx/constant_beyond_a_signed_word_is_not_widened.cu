// test ptx -O3 -arch=sm_80
// 2^31 is no signed word.
// check: mul.wide.s32 {w}, %r0, 1;
// next: shl.b64 %rd1, {w}, 31;
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * 0x80000000ll;
}
