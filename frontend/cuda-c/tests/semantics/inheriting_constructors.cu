// [class.inhctor.init] using B::B makes the base's constructors those of the derived class
// wrong: inherited-skip-members
struct B { int a, b; __device__ B(int x) : a(x), b(1) {} __device__ B(int x, int y) : a(x), b(y) {} __device__ B(double x) : a(x * 2), b(3) {} };
struct C : B { int c = 7; using B::B; };
struct E : B { int e; using B::B; __device__ E(int x) : B(x + 100), e(8) {} __device__ E() : B(0), e(9) {} };
template <class T> struct W : T { using T::T; int w = 4; };
extern "C" __global__ void k(long long *out) {
  C a(1), b(2, 3), d = 4, e{5, 6}, f(1.5); E g(1), h(2, 3), i; W<B> w(8, 9); C arr[2] = {1, {2, 3}};
  out[0] = a.a; out[1] = a.c; out[2] = b.b; out[3] = d.a; out[4] = e.b; out[5] = e.c; out[6] = f.a; out[7] = f.b;
  out[8] = g.a; out[9] = g.e; out[10] = h.b; out[11] = i.e; out[12] = w.b; out[13] = w.w; out[14] = arr[0].a;
  out[15] = arr[1].b; out[16] = arr[1].c;
}
