// test ptx -O3 -arch=sm_80
// A wide product, and the sum behind it, which ptxas makes one instruction of; a factor of 1 extends.
// check: mul.wide.u32 %rd3, %r2, 1;
// next: mul.wide.s32 {p}, %r1, %r0;
// next: add.s64 {s}, {p}, %rd1;
// next: add.s64 %rd2, %rd3, {s};
// not: mad.wide
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * b + out[1] + u;
}
