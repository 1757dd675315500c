// test ptx -O3 -arch=sm_80
// Sixteen and eight bits of a word of 64 are extended from it: a register wider than the type will do.
// check: cvt.s64.s16
// check: cvt.s64.s8
struct B { long long a : 16, b : 36, c : 12; };
struct C { long long a : 8, b : 56; };
extern "C" __global__ void k(long long *p) {
    B b = {};
    C c = {};
    b.a = p[0];
    b.b = p[1];
    c.a = p[2];
    p[3] = b.a;
    p[4] = c.a;
}
