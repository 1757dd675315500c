// test ptx -O3 -arch=sm_80
// And with a sum behind it.
// check: mad.wide.s32
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * b + out[1];
}
