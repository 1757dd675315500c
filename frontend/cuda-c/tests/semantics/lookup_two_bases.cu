// [class.member.lookup] members of several bases are found by qualification; each base has its part
// wrong: bases-at-zero
struct A { int a; int v; __device__ int f() { return 1 + v; } };
struct B { int b; int v; __device__ int f() { return 2 + v; } __device__ int *pb() { return &b; } };
struct C : A, B { int c; using A::f; __device__ int g() { return A::v * 10 + B::v; } };
struct E : C { __device__ int v() { return A::v + B::v; } };
extern "C" __global__ void k(long long *out) {
  C c; c.a = 1; c.b = 2; c.c = 3; c.A::v = 4; c.B::v = 5; E e; e.A::v = 6; e.B::v = 7; B &b = c; A *a = &c; B *nb = (C *)0;
  out[0] = c.f(); out[1] = c.B::f(); out[2] = c.g(); out[3] = b.f(); out[4] = a->f(); out[5] = *c.pb();
  out[6] = e.v(); out[7] = e.B::f(); out[8] = (char *)&b - (char *)&c; out[9] = (char *)(B *)&e - (char *)&e;
  out[10] = nb == 0; out[11] = static_cast<C &>(b).c; out[12] = static_cast<C *>(&b) == &c;
  out[13] = &c == (void *)a; out[14] = static_cast<E *>((B *)&e)->A::v;
}
