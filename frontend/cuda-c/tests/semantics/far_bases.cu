// [class.member.lookup] names are found in bases however far away they are
// wrong: far-bases-are-forgotten
__device__ int m = 7, t = 30;
__device__ int f() { return 8; }
struct B0 { int m; typedef signed char t; __device__ B0() : m(3) {} __device__ int f() { return m + 1; } enum { e = 5 }; };
struct B1 : B0 {}; struct B2 : B1 {}; struct B3 : B2 {}; struct B4 : B3 {}; struct B5 : B4 {};
struct B6 : B5 {}; struct B7 : B6 {}; struct B8 : B7 {}; struct B9 : B8 {}; struct B10 : B9 {};
struct B11 : B10 {}; struct B12 : B11 {}; struct B13 : B12 {}; struct B14 : B13 {}; struct B15 : B14 {};
struct B16 : B15 {}; struct B17 : B16 {}; struct B18 : B17 {}; struct B19 : B18 {}; struct B20 : B19 {};
struct B21 : B20 {}; struct B22 : B21 {}; struct B23 : B22 {}; struct B24 : B23 {}; struct B25 : B24 {};
struct B26 : B25 {}; struct B27 : B26 {}; struct B28 : B27 {}; struct B29 : B28 {}; struct B30 : B29 {};
struct B31 : B30 {}; struct B32 : B31 {}; struct B33 : B32 {}; struct B34 : B33 {}; struct B35 : B34 {};
struct B36 : B35 {}; struct B37 : B36 {}; struct B38 : B37 {}; struct B39 : B38 {}; struct B40 : B39 {};
struct B41 : B40 {}; struct B42 : B41 {}; struct B43 : B42 {}; struct B44 : B43 {};
struct L : B44 { __device__ int g() { return m; } __device__ int h() { return (t)-1; } __device__ int i() { return f() + e; } };
extern "C" __global__ void k(long long *out)
{
    L l; out[0] = l.g(); out[1] = l.h(); out[2] = l.i(); out[3] = l.m; out[4] = l.B20::m; out[5] = sizeof(L::t);
    l.B0::m = 9; out[6] = l.m; B0 &b = l; out[7] = b.f(); out[8] = m; out[9] = t; out[10] = f();
}
