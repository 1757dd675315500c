// [class.dtor] 13, [expr.pseudo] a destructor is called by its name; of a scalar it does nothing but evaluate the object
// wrong: called-destructors-do-nothing; destructors-leave-members
#ifndef __CUDACC__
#include <new>
#endif
struct S { long long *o; int v; __device__ S(long long *o, int v) : o(o), v(v) {} __device__ ~S() { *o = *o * 10 + v; } __device__ void end() { this->~S(); } };
struct D : S { S m; __device__ D(long long *o) : S(o, 1), m(o, 2) {} };
struct N { int a; };
namespace n { struct Q { S s; __device__ Q(long long *o) : s(o, 8) {} }; }
template <class T> struct H { T t; __device__ ~H() { t = 0; } };
template <class T> __device__ void end(T *p) { p->~T(); }
typedef D E;
extern "C" __global__ void k(long long *out)
{
    int i = 1; long long &o = out[0]; alignas(8) char room[64];
    o = 0; S *s = new (room) S(out, 3); s->~S(); out[i++] = o; new (room) S(out, 4); (*s).~S(); end(new (room) S(out, 5)); out[i++] = o;
    o = 0; E *d = new (room) E(out); d->~E(); out[i++] = o; new (room) D(out); d->~D(); end(new (room) D(out)); out[i++] = o;
    o = 0; (new (room) S(out, 6))->end(); out[i++] = o; n::Q *q = new (room) n::Q(out); q->~Q(); out[i++] = o;
    int x = 4, y = 0; end(&x); int *p = &x; typedef int I; (y++, p)->~I(); out[i++] = x + y; N n = {7}; n.~N(); end(&n); out[i++] = n.a;
    { H<int> *h = new (room) H<int>{5}; h->~H(); new (room) H<int>{6}; h->~H<int>(); out[i++] = 1; }
}
