// [class.conv.fct] a conversion function is used where its type is wanted, const and by reference too
// wrong: conversions-by-declaration
struct A { int v; __device__ operator int() const { return v; } __device__ operator bool() const { return v > 10; } __device__ operator const int *() const { return &v; } };
struct R { int v; __device__ operator int &() { return v; } };
struct S { int v; __device__ operator A() const { return {v + 1}; } };
struct T { int t[3]; typedef int (&Arr)[3]; __device__ operator Arr() { return t; } };
__device__ int f(int x) { return x; }
__device__ int g(A a) { return a.v; }
__device__ int last(int (&a)[3]) { return a[2]; }
__device__ void set(int &r) { r = 9; }
extern "C" __global__ void k(long long *out) {
  A a = {5}, b = {50}; R r = {3}; S s = {7}; T t = {{1, 2, 3}}; int x = a; bool y = a, z(b); const int *p = a; int &q = r; q = 4; set(r); A c = s; A d(s);
  out[0] = x; out[1] = y; out[2] = z; out[3] = *p; out[4] = r.v; out[5] = f(a); out[6] = g(s); out[7] = c.v;
  out[8] = d.v; out[9] = last(t); out[10] = (int)b; out[11] = static_cast<bool>(a);
  out[13] = (A(s)).v;
}
