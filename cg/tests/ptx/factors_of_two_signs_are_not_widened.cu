// test ptx -O3 -arch=sm_80
// No instruction widens one factor by its sign and the other by none.
// check: mul.wide.s32 {w}, %r0, 1;
// next: mul.lo.s64 %rd1, %rd2, {w}
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * (long long)u;
}
