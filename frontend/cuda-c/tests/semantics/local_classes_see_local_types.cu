// [class.local] a local class uses the types, enumerators and static objects of its function
// wrong: local-classes-are-blind
__device__ int f(int by) {
  typedef unsigned short u16; enum E { one = 1, five = 5 }; static int count = 3; const int limit = 4;
  struct S { u16 a[2]; E e; __device__ u16 get() { return a[0] + a[1] + five + ++count; } int room[limit]; };
  union { double d; u16 parts[4]; } u; u.d = 1.0;
  S s; s.a[0] = by; s.a[1] = 2; s.e = five;
  return s.get() * 10 + s.e + sizeof(s.room) + u.parts[3];
}
template <int I> __device__ int g() {
  enum E { a = I };
  struct S { __device__ int g() { E e = a; return e; } };
  return S().g();
}
extern "C" __global__ void k(long long *out) { out[0] = f(1); out[1] = f(70000); out[2] = g<7>(); out[3] = g<-3>(); }
