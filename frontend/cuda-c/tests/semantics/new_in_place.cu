// [expr.new] `new (place) T` makes an object where it is told, with the initialiser that is written, and gives its place; unevaluated it is a pointer's type
// wrong: new-makes-nothing; new-places-twice
#ifndef __CUDACC__
#include <new>
#endif
struct P { int a, b; __device__ P(int x, int y = 5) : a(x), b(y) {} };
struct D { int a = 7, b = 8; };
struct A { int a, b, c; };
template <class T, class = decltype(new T)> __device__ int made(int) { return 1; }
template <class T> __device__ int made(...) { return 2; }
template <class T, class... R> __device__ T *make(void *p, R &&...r) { return ::new (p) T(static_cast<R &&>(r)...); }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    alignas(8) char room[64]; char *p = room; int steps = 0;
    P *q = new (room) P(1); out[i++] = q->a; out[i++] = q->b; out[i++] = (char *)q == room;
    out[i++] = (new (room + 16) P{2, 3})->b; out[i++] = q->a;
    D *d = new (room + 8) D; out[i++] = d->a + d->b; out[i++] = (new (room + 8) D())->b; out[i++] = (::new (room + 8) D{1})->a;
    A *a = new (room + 24) A{1, 2}; out[i++] = a->c + a->b; a->c = 4; a = new (room + 24) A(); out[i++] = a->a + a->c;
    int *n = new (static_cast<void *>(room)) int(9); out[i++] = *n; out[i++] = *new (room) int(); out[i++] = *new (room) (int)(6);
    long long **r = new (room + 40) long long *(out); out[i++] = *r == out;
    new ((steps++, p += 4)) int(11); out[i++] = p - room; out[i++] = steps; out[i++] = *(int *)(room + 4);
    out[i++] = made<D>(0); out[i++] = made<P>(0); out[i++] = sizeof(*new A);
    out[i++] = make<P>(room, 4)->b; out[i++] = make<A>(room + 16)->b; out[i++] = *make<int>(room, 3);
}
