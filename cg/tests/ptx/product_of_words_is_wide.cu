// test ptx -O3 -arch=sm_80
// A product of two widened words is one instruction.
// check: mul.wide.s32
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * b;
}
