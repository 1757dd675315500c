// test ptx -O3 -arch=sm_80
// Whether integers are equal does not hang on their signs, and is asked in one way; which is less does. Floats are unequal
// where one is a NaN.
// count 2: setp.eq.s32
// count 2: setp.ne.s32
// count 2: setp.eq.s64
// count 2: setp.ne.s64
// count 1: setp.lt.u32
// count 1: setp.lt.s32
// count 1: setp.lt.u64
// count 1: setp.lt.s64
// count 1: setp.eq.f32
// count 1: setp.neu.f32
// count 1: setp.eq.f64
// count 1: setp.neu.f64
// count 16: setp.
template <class T> __device__ void equal(int *o, T a, T b) {
    o[0] = a == b ? 5 : 3;
    o[1] = a != b ? 7 : 2;
}
extern "C" __global__ void k(int *o, unsigned a, unsigned b, int c, int d, float e, float f) {
    equal(o, a, b);
    equal(o + 2, c, d);
    equal(o + 4, e, f);
    o[6] = a < b ? 5 : 3;
    o[7] = c < d ? 5 : 3;
}
extern "C" __global__ void l(int *o, unsigned long long a, unsigned long long b, long long c, long long d, double e, double f) {
    equal(o, a, b);
    equal(o + 2, c, d);
    equal(o + 4, e, f);
    o[6] = a < b ? 5 : 3;
    o[7] = c < d ? 5 : 3;
}
