// [dcl.constexpr] an object of a class or an array may be a constant, and is computed when compiling
// wrong: constexpr-is-no-constant
struct P { int x, y; __device__ constexpr P(int a, int b) : x(a), y(b * 2) {} __device__ constexpr int area() const { return x * y; } };
constexpr P p(3, 4);
constexpr int t[] = {1, 2, p.area()};
extern "C" __global__ void k(long long *out) {
  enum { e = p.area() };
  out[0] = e; out[1] = t[2]; out[2] = sizeof(t);
}
