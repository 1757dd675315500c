// [expr.const] addresses of static objects and their parts are constants, and pointers and references lead through constants
// wrong: only-numbers-are-constants
struct A { int x, y[3]; };
struct B { int b; };
struct D : A, B { int d; };
__device__ A a = {1, {2, 3, 4}};
__device__ constexpr A c = {5, {6, 7, 8}};
__device__ constexpr D d = {{1, {2, 3, 4}}, {9}, 10};
__device__ int *first = &a.y[1], *last = a.y + 2;
__device__ int &part = a.x;
__device__ const char *text = "abc" + 1;
__device__ constexpr const int &pick(const A &o, int i) { return i ? o.y[i - 1] : o.x; }
__device__ constexpr const int *find(const int *from, const int *to, int v) { while (from != to && *from != v) ++from; return from; }
__device__ constexpr int change() { int n = 1; int *p = &n; int **q = &p; **q = 5; int &r = *p; r += 2; return n; }
__device__ constexpr const D *down(const B *p) { return static_cast<const D *>(p); }
extern "C" __global__ void k(long long *out) {
  static_assert(pick(c, 2) == 7 && &pick(c, 1) == c.y, "");
  static_assert(find(c.y, c.y + 3, 8) - c.y == 2 && find(c.y, c.y + 3, 1) == c.y + 3, "");
  static_assert(down(&d) == &d && down(&d)->d == 10 && down(&d)->b == 9, "");
  constexpr int *p = &a.y[2];
  char t[change()];
  static bool both = true ? (D *)0 : (B *)0;
  out[0] = *first; out[1] = *last; out[2] = part; out[3] = *text; out[4] = *p; out[5] = sizeof t; out[6] = both;
}
