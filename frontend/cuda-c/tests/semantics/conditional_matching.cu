// [expr.cond] one operand of a conditional is made like the other: as an object, by a conversion, as a value of its class
// wrong: conditional-is-value
__device__ long long trace;
__device__ void mark(int x) { trace = trace * 131 + x; }
struct B { int v; __device__ B(int n) : v(n) { mark(1); } __device__ B(const B &b) : v(b.v) { mark(2); } __device__ B(B &&b) : v(b.v) { mark(3); } };
struct D : B { int w; __device__ D(int n) : B(n), w(n) { mark(4); } __device__ D(const D &d) : B(d), w(d.w) { mark(5); } __device__ D(D &&d) : B(static_cast<B &&>(d)), w(d.w) { mark(6); } };
struct R { int v; __device__ operator int &() { mark(7); return v; } };
struct RC { int v; __device__ operator const int &() { mark(7); return v; } };
struct PI { int v; __device__ operator int() { mark(7); return v; } };
struct AC { __device__ operator char() const { return 1; } };
struct AB { __device__ operator bool() const { return 1; } };
struct AS { __device__ operator signed char() const { return -1; } };
struct AU { __device__ operator unsigned char() const { return 1; } };
struct AL { __device__ operator long() const { return 1; } };
__device__ int kind(char) { return 1; }
__device__ int kind(bool) { return 2; }
__device__ int kind(int) { return 3; }
__device__ int kind(signed char) { return 4; }
__device__ int kind(long) { return 5; }
__device__ int cat(int &) { return 1; }
__device__ int cat(const int &) { return 2; }
__device__ int cat(int &&) { return 3; }
__device__ int cat(B &) { return 1; }
__device__ int cat(const B &) { return 2; }
__device__ int cat(B &&) { return 3; }
__device__ int cat(const B &&) { return 4; }
extern "C" __global__ void k(long long *out) {
  bool c = out[50] == 0; int n = 0; int i = 4; const int ci = 5; volatile int vi = 6;
#define T(...) trace = 0; out[n++] = (__VA_ARGS__); out[n++] = trace;
  R r; r.v = 3; RC rc; rc.v = 8; PI pi; pi.v = 9;
  T(cat(c ? r : i)); T(cat(c ? i : r)); T(cat(c ? rc : i)); T(cat(c ? rc : ci)); T(cat(c ? r : ci)); T(cat(c ? pi : ci)); T(cat(c ? pi : i));
  T((c ? r : i) = 7); T(r.v); T(i);
  T(cat(c ? i : ci)); T((c ? i : vi)); T(cat(c ? (int &&)i : ci)); T(cat(c ? (int &&)i : (const int &&)ci));
  T(sizeof(c ? AC() : AB())); T(kind(c ? AC() : AB())); T(kind(c ? AC() : AS())); T(kind(c ? AB() : AS())); T(kind(c ? AC() : AL()));
  T(kind(c ? AC() : 'x')); T(kind(c ? AC() : true)); T(kind(c ? 1L : AB()));
  B b(1); D d(2); const B cb(3); const D cd(4);
  T(cat(c ? b : d)); T(cat(c ? cb : d)); T((c ? B(b) : d).v); T((c ? d : B(5)).v);
  T(cat(c ? (D &&)d : B(7))); T(cat(c ? D(8) : (B &&)b)); 
  T(cat(c ? cb : (B &&)b)); T(cat(c ? b : (B &&)b)); T(cat(c ? b : cb));
  T((c ? b : 5).v); T((c ? 5 : cb).v); T(cat(c ? 5 : cb)); T(cat(c ? b : 6));
}
