// [conv] where an integer or enumeration is asked for, the one conversion function to such a type is called, whatever others there are
// wrong: conversions-by-declaration
__device__ int tr;
enum E { E0, E1 };
struct S { __device__ operator const char *() const { tr = 1; return 0; } __device__ operator E() const { tr = 2; return E1; } __device__ operator float() { tr = 3; return 0; } __device__ operator E() { tr = 4; return E1; } };
struct R { __device__ operator double() const { tr = 5; return 1; } __device__ operator int() const { tr = 6; return 2; } };
class C0 { public: double v; __device__ operator signed char() const { tr = 101; return (signed char)v; } __device__ operator double &() { tr = 102; return v; } };
class C2 : public C0 { public: unsigned f; };
class C4 : public C2 {};
extern "C" __global__ void k(long long *out) { int n = 0; C2 o; o.v = 5; o.f = 1; 
switch (C4{o}) { case 5: out[n++] = 5; break; default: out[n++] = 7; } out[n++] = tr;
C0 a; a.v = 3; switch (a) { case 3: out[n++] = 3; break; default: out[n++] = 7; } out[n++] = tr; C4 c{o}; switch (c) { case 5: out[n++] = 5; break; default: out[n++] = 7; } out[n++] = tr; S s; switch (s) { case E1: out[n++] = 8; } out[n++] = tr; const S cs{}; switch (cs) { case E1: out[n++] = 9; } out[n++] = tr;  int r = R(); out[n++] = r + tr; }
