// [class.copy.assign] an operator= of another type leaves the implicit copy assignment there
// wrong: any-assignment-is-copy
struct S { int v, w; __device__ S &operator=(int x) { v = x + 10; return *this; } __device__ operator int() const { return v + 500; } };
struct T { int v; template <class X> __device__ T &operator=(const X &x) { v = 77; return *this; } };
struct B { int b; __device__ B &operator=(const B &o) { b = o.b + 1; return *this; } __device__ B &operator=(int x) { b = x; return *this; } };
struct Dv : B { int d; using B::operator=; };
extern "C" __global__ void k(long long *out) {
  S a = {1, 2}, b = {3, 4}; a = b; S c = {0, 0}; c = 5; S d = {0, 9}; d = S{6, 7};
  out[0] = a.v; out[1] = a.w; out[2] = c.v; out[3] = c.w; out[4] = d.v; out[5] = d.w; out[6] = a + 1;
  T t = {1}, u = {2}; t = u; T w = {0}; w = 3;
  out[7] = t.v; out[8] = w.v;
  Dv x, y; x.b = 1; x.d = 2; y.b = 3; y.d = 4; y = x;
  out[9] = y.b; out[10] = y.d;
  y = 40;
  out[11] = y.b; out[12] = y.d;
}
