// [basic.lookup.classref] a type before :: behind an object is looked for in the object's class first
// wrong: own-types-qualify-nothing
struct A { int v; __device__ int f() { return v; } };
struct B : A { typedef A base; int v; __device__ int f() { return 100; } };
template <class T> __device__ int both(T t) { return t.base::v + t.base::f(); }
template <class T> struct V { T v; using self = V; __device__ int g() { return this->self::v; } };
struct S { int x; typedef S me; };
extern "C" __global__ void k(long long *out) {
  B b; b.v = 1; b.A::v = 2; S s; s.x = 4; V<int> v{5};
  out[0] = b.base::v; out[1] = both(b); out[2] = b.base::f(); out[3] = s.me::x; out[4] = (&s)->me::x; out[5] = v.g(); out[6] = v.self::v; out[7] = v.V::v;
}
