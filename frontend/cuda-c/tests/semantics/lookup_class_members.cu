// [class.member.lookup] a name of a derived class hides its bases'; B::v and d.B::f() name the base's
// wrong: member-qualification-ignored
struct A { int v; int w; __device__ int f() { return v + 1; } static constexpr int k = 3; __device__ int who() { return 1; } };
struct B : A { int v; __device__ int f() { return v + 2; } __device__ int up() { return A::f() * 100 + A::v * 10 + v; } static constexpr int k = 4; };
struct C : B { int v; __device__ int f() { return B::f() + A::f() + v; } __device__ int g() { return this->B::v + C::v; } __device__ int who() { return 3; } };
extern "C" __global__ void k(long long *out) {
  C c; c.v = 1; c.B::v = 2; c.A::v = 3; c.w = 9; C *p = &c; A &a = c; B &b = c;
  out[0] = c.v; out[1] = c.B::v; out[2] = c.A::v; out[3] = c.f(); out[4] = c.B::f(); out[5] = c.A::f();
  out[6] = p->B::f(); out[7] = p->A::v; out[8] = c.up(); out[9] = c.g(); out[10] = a.v; out[11] = b.v;
  out[12] = a.f(); out[13] = b.f(); out[14] = C::k; out[15] = A::k; out[16] = c.A::k; out[17] = c.w;
  out[18] = p->who(); out[19] = p->A::who(); out[20] = b.who(); out[21] = c.C::f(); out[22] = sizeof(C);
  c.A::v++; p->B::v = 50; (&c)->A::w = 7;
  out[23] = a.v; out[24] = b.v; out[25] = c.w;
}
