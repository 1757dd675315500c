// [class.friend] friend T names the class that T stands for, friend A<U> that instance alone; what is no class is let pass
// wrong: friends-go-by-name
template <class T> struct B { friend T; __device__ B() : p(4) {} private: int p; };
struct C { __device__ int g(B<C> b) { return b.p; } __device__ int e(); };
typedef C D;
class E { friend D; friend B<int>; int q; __device__ E() : q(5) {} };
__device__ int C::e() { return E().q; }
template <class T> struct F { friend typename T::type; __device__ F() : r(7) {} private: int r; };
struct G;
struct H { typedef G type; };
struct G { __device__ int g(F<H> f) { return f.r; } };
template <class T> class L {
    template <class U> friend class L;
    T v;
public:
    __device__ L(T x) : v(x) {}
    template <class U> __device__ int sum(L<U> o) { return v + o.v; }
};
template <class T> class M {
    friend class M<T *>;
    T v;
public:
    __device__ M() : v(0) {}
    __device__ M(T x) : v(x) {}
    __device__ int get(M<int> o) { return o.v; }
};
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    C c;
    out[n++] = c.g(B<C>()); out[n++] = c.e(); out[n++] = sizeof(B<int>);
    out[n++] = G().g(F<H>()); out[n++] = L<int>(3).sum(L<long>(4)); out[n++] = M<int *>().get(M<int>(8));
}
