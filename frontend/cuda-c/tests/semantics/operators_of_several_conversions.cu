// [over.built] of several conversions of an operand the one serves that makes one operator the best
// wrong: pointers-compete-with-numbers
struct Both { int *p; __device__ operator int *() const { return p; } __device__ operator int() const { return 40; } };
struct Mutable { __device__ operator int() { return 1; } __device__ operator short() const { return 20; } };
struct Refers { int v; __device__ operator int &() { return v; } __device__ operator char() const { return 7; } };
struct Floats { __device__ operator int() const { return 3; } __device__ operator float() const { return 2.5f; } };
struct Pointers { int *p; __device__ operator int *() { return p; } __device__ operator const int *() const { return p + 1; } };
struct Index { __device__ operator unsigned char() const { return 2; } };
enum E { X = 4, Y };
enum class S : short { X = 4, Y };
struct Enum { __device__ operator E() const { return Y; } };
struct Scoped { __device__ operator S() const { return S::Y; } };
struct Char { __device__ operator char() const { return 'c'; } };
__device__ int kind(int) { return 1; }
__device__ int kind(long) { return 2; }
__device__ int kind(float) { return 3; }
__device__ int kind(unsigned) { return 4; }
extern "C" __global__ void k(long long *out) {
  int a[8] = {10, 11, 12, 13, 14, 15, 16, 17}; int n = 0;
  Both b{a + 2}; Mutable m; const Mutable cm{}; Refers r{6}; const Refers cr{6}; Floats f; Pointers p{a}; const Pointers cp{a};
  Index x; Enum e; Scoped s; Char c;
  out[n++] = b == 0; out[n++] = b == 40; out[n++] = b + 1; out[n++] = b * 2; out[n++] = -b; out[n++] = *b; out[n++] = b[1];
  out[n++] = b - 1; out[n++] = ~b; out[n++] = b << 1; out[n++] = b < 50; out[n++] = kind(b % 7);
  out[n++] = m + 1; out[n++] = cm + 1; out[n++] = m * m; out[n++] = m - cm; out[n++] = kind(cm + cm); out[n++] = -m;
  out[n++] = r + 3; out[n++] = cr + 3; r += r; out[n++] = r.v; r <<= cr; out[n++] = r.v; out[n++] = r++; out[n++] = --r; out[n++] = r.v;
  out[n++] = *p; out[n++] = *cp; out[n++] = p[1]; out[n++] = cp[1]; out[n++] = *(p + 1); out[n++] = *(cp + x); out[n++] = p - a;
  out[n++] = cp - cp; out[n++] = cp == a + 1; out[n++] = p == a; out[n++] = a[x]; out[n++] = x[a]; out[n++] = p[x]; out[n++] = *(a + x);
  int *q = a; q += x; out[n++] = *q; q -= x; out[n++] = *q; int i = 100; i += x; out[n++] = i; i %= x; out[n++] = i; i -= c; out[n++] = i;
  out[n++] = e == Y; out[n++] = e < X; out[n++] = e + 1; out[n++] = e == 5; out[n++] = kind(e + 1); out[n++] = s == S::Y; out[n++] = s < S::X;
  out[n++] = s == s; out[n++] = e == e; out[n++] = c + x; out[n++] = kind(c + x); out[n++] = kind(x << 1L); out[n++] = +c; out[n++] = c / x;
  out[n++] = kind(true ? e : 1u); out[n++] = (true ? s : S::X) == S::Y; out[n++] = kind(true ? c : 1.0f); out[n++] = *(true ? cp : a);
  int w = f; float g = f; out[n++] = w; out[n++] = (long long)(g * 2); switch (f) { case 3: out[n++] = 33; break; default: out[n++] = 34; }
}
