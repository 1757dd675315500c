// [expr.const] objects of classes are constants: constructors, members, operators and conversions are computed when compiling
// wrong: constructors-are-no-constants
struct V {
  int x, y;
  __device__ constexpr V(int a, int b) : x(a), y(b) {}
  __device__ constexpr V() : V(7, 8) {}
  __device__ constexpr V operator+(const V &o) const { return V(x + o.x, y + o.y); }
  __device__ constexpr V &operator+=(const V &o) { x += o.x; y += o.y; return *this; }
  __device__ constexpr bool operator==(const V &o) const { return x == o.x && y == o.y; }
  __device__ constexpr operator int() const { return x * 10 + y; }
};
struct Base { int a; int b = a + 1; __device__ constexpr Base(int n) : a(n) {} };
struct Other { int c; __device__ constexpr Other(int n) : c(n) {} };
struct Both : Other, Base { int d; __device__ constexpr Both(int n) : Other(n * 2), Base(n), d(a + b + c) {} };
__device__ constexpr V sum(int n) { V s(0, 0); for (int i = 0; i < n; i++) s += V(i, 1); return s; }
__device__ constexpr int of_base(const Base *p) { return static_cast<const Both *>(p)->d; }
template <int N> struct Number { static const int value = N; };
__device__ constexpr Both both(5);
constexpr V unmarked(1, 2);
extern "C" __global__ void k(long long *out) {
  constexpr V v = sum(5), w;
  static_assert(v == V(10, 5), "");
  static_assert(of_base(&both) == 21, "");
  char t[unmarked + V(1, 1)];
  out[0] = v.x; out[1] = w; out[2] = Number<V(3, 4)>::value; out[3] = sizeof t; out[4] = both.d; out[5] = both.b;
  switch (out[2]) { case V(3, 3): out[6] = 1; break; case V(3, 4): out[6] = 2; break; }
  enum { E = sum(3) };
  out[7] = E; out[8] = unmarked.y;
}
