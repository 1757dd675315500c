// [basic.start.static] what a constant computes is the first value of a static object, of a class that changes later too
// wrong: constructors-are-no-constants
struct A {
  int x;
  __device__ constexpr A(int n) : x(n) {}
  __device__ A() : x(0) {}
  __device__ int next() { return x++; }
};
struct T { int v[4]; int *p; __device__ constexpr T(int *q) : v{1, 2, 3}, p(q) {} };
struct M { int a = 3; int b = a + 1; };
__device__ constexpr A make(int n) { A a(n); a.x *= 2; return a; }
__device__ int g = 6;
__device__ A a(42), many[3] = {{1}, make(2), 3};
__constant__ A fixed = make(8);
__device__ T t(&g);
__device__ M m, both[2] = {{5}, {}};
__device__ const int &bound = 9;
struct Pair { int a, b; };
__device__ Pair pair = {0x01020304, 5};
__device__ char *bytes = (char *)&pair + 4, *again = (char *)(void *)&pair.b;
__device__ alignas(8) char raw[16] = {0, 0, 0, 0, 0, 0, 0, 0, 7};
__device__ int *behind = (int *)(raw + 8);
__device__ volatile char small[7] = {4};
extern "C" __global__ void k(long long *out) {
  static A local(7);
  static A made = make(20);
  out[0] = a.next() + a.x; out[1] = many[0].x + many[1].x * 10 + many[2].x * 100; out[2] = fixed.x; out[3] = *t.p * 10 + t.v[2] + t.v[3];
  out[4] = m.a * 10 + m.b; out[5] = both[0].b * 10 + both[1].b; out[6] = local.x + made.next(); out[7] = bound;
  out[8] = *bytes * 10 + *again; out[9] = *behind; out[10] = small[0] * 10 + small[3];
}
