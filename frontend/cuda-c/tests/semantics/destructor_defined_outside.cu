// [class.dtor] a destructor may be defined outside of its class, a template's and one in a namespace too
// wrong: locals-die-in-order; destructors-leave-members
struct A { long long *o; int i; __device__ A(long long *o, int i) : o(o), i(i) {} __device__ ~A(); };
__device__ inline A::~A() { o[0] = o[0] * 10 + i; }
namespace n { struct B { A a, b; __device__ B(long long *o) : a(o, 1), b(o, 2) {} __device__ ~B(); }; }
__device__ n::B::~B() { a.o[0] = a.o[0] * 10 + 3; }
template <class T> struct C { T *o; A a; __device__ C(T *o) : o(o), a(o, 4) {} __device__ ~C(); };
template <class T> __device__ C<T>::~C() { *o = *o * 10 + sizeof(T); }
extern "C" __global__ void k(long long *out)
{
    out[0] = 0; { A a(out, 5); A b(out, 6); } out[1] = out[0];
    out[0] = 0; { n::B b(out); } out[2] = out[0];
    out[0] = 0; { C<long long> c(out); n::B b(out); } out[3] = out[0];
}
