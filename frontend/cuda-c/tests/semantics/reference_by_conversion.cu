// [dcl.init.ref] a reference takes the object that a conversion refers to, else the value that one gives, else a temporary
// wrong: conversions-by-declaration
struct A { int v; };
struct X { short s; int v; __device__ operator short &() { return s; } __device__ operator unsigned char() const { return 6; } __device__ operator const int &() const { return v; } };
struct Y { int v; __device__ operator int &() { return v; } __device__ operator long() const { return 4; } };
struct Z { A a, b; __device__ operator A &() { return a; } __device__ operator const A &() const { return b; } };
struct W { A a; __device__ operator A() const { return A{70}; } __device__ operator A &() { return a; } };
struct V : Y { __device__ operator unsigned long long() const { return 90; } };
__device__ int f(unsigned &&x) { return x; }
__device__ int g(const int &x) { return x; }
__device__ int h(int &&x) { return x; }
__device__ int l(const A &x) { return x.v; }
__device__ int m(A &&x) { return x.v; }
extern "C" __global__ void k(long long *out) {
  int n = 0; X x{40, 41}; const X cx{42, 43}; Y y{44}; const Y cy{45}; Z z{{46}, {47}}; const Z cz{{48}, {49}}; W w{{50}}; const W cw{{51}}; V v; v.v = 52;
#define T(...) out[n++] = (__VA_ARGS__)
  unsigned &&a = X{1, 2}; T(a); float &&b = x; T((int)b); bool &&c = x; T(c); T(f(cx)); double &&d = y; T((int)d);
  const short &i = x; T(i); x.s = 61; T(i); short &j = x; j = 62; T(x.s); T(g(x)); T(g(y)); T(g(cy)); T(h(cy));
  A &o = z; o.v = 63; T(z.a.v); const A &p = z; z.a.v = 64; T(p.v); const A &q = cz; T(q.v); T(l(z)); T(l(cz));
  T(l(w)); T(l(cw)); T(m(w)); T(m(cw)); A &&r = w; T(r.v); const long &s = y; T(s); const int &t = y; y.v = 65; T(t);
}
