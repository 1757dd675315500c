// [over.match.ref] 1, core issue 2327: explicit conversions count for their own type; a value comes before what a reference gives
// wrong: explicit-functions-bind-nothing
struct B { int v; __device__ constexpr B(int n) : v(n) {} }; struct D : B { __device__ constexpr D(int n) : B(n) {} };
__device__ B m0(20), m1(21); __device__ D m2(22);
struct S { __device__ explicit operator B &() { return m0; } __device__ explicit operator B() const { return m1; } };
struct S1 { __device__ operator B &() { return m0; } __device__ operator B() const { return m1; } };
struct S3 { __device__ explicit operator const D &() const { return m2; } __device__ explicit operator B &&() { return static_cast<B &&>(m0); } };
struct S4 { __device__ explicit operator D() const { return m2; } __device__ explicit operator B &() { return m0; } };
struct S5 { __device__ operator D() const { return m2; } __device__ explicit operator B &() { return m0; } };
extern "C" __global__ void k(long long *out) { int n = 0; S s; S1 t; S3 v; S4 w; S5 z; m0.v = 20; m1.v = 21; m2.v = 22;
 B a(s); out[n++] = a.v; B b{s}; out[n++] = b.v; B c(S{}); out[n++] = c.v; 
 B d(t); out[n++] = d.v; B e{t}; out[n++] = e.v; out[n++] = static_cast<B>(t).v; B e2(S1{}); out[n++] = e2.v;
 const B &h(v); out[n++] = h.v; out[n++] = static_cast<const B &>(v).v; B i(v); out[n++] = i.v; 
 const B &l(w); out[n++] = l.v; B m(w); out[n++] = m.v; B o{w}; out[n++] = o.v; const B &p(z); out[n++] = p.v; }
