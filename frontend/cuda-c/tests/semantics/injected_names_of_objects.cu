// [basic.lookup.classref] the name of a class template behind `object.` means the instance that the object is of, or has as a base
// wrong: own-names-are-no-members
template <class T> struct A { T v; __device__ int f(int i) { return i + sizeof(T); } static __device__ int s() { return 7; } };
struct B : A<short> { int v; __device__ int f(int) { return 1; } };
extern "C" __global__ void k(long long *out)
{
    A<int> a{3}; B b{}; B *p = &b; b.v = 4; b.A::v = 5;
    out[0] = a.A::f(0); out[1] = b.A::f(0); out[2] = p->A::v; out[3] = b.v; out[4] = a.A<int>::v;
    out[5] = b.A::s(); out[6] = b.B::f(1);
}
