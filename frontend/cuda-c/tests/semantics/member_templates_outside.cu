// [temp.mem] a member template is defined outside of its class by the types of its parameters, whatever the names of the template's are
// wrong: outside-templates-go-by-number
struct P {
    int k;
    template <class U> __device__ int mt(U v);
    template <class U> __device__ int mt(U *v) const;
    template <int N> __device__ int mt();
    __device__ int mt(int, int);
    template <class U> __device__ P(U v);
    struct I {
        template <class U> __device__ int g(U);
    };
    template <class U, int N> __device__ static int st(U (&a)[N]);
    template <class U> __device__ int d(U u, int n = 4);
    template <class U = short> __device__ int z();
    typedef int T;
    template <class U> __device__ T r(T t, U u);
    template <class U> __device__ T r(U u, T *t);
    template <class U> __device__ operator U *();
    template <class U> __device__ int operator+(U u) const;
};
template <class V> __device__ int P::mt(V v) { return k + sizeof(V) + v; }
template <class U> __device__ int P::mt(U *v) const { return k + 100 * sizeof(U); }
template <int M> __device__ int P::mt() { return k * M; }
__device__ int P::mt(int a, int b) { return a - b; }
template <class U> __device__ P::P(U v) : k(v * 2) {}
template <class U> __device__ int P::I::g(U) { return sizeof(U); }
template <class E, int L> __device__ int P::st(E (&a)[L]) { return L * 10 + a[0]; }
template <class U> __device__ int P::d(U u, int n) { return u * n; }
template <class V> __device__ int P::z() { return sizeof(V); }
template <class W> __device__ int P::r(W w, int *t) { return w - *t; }
template <class W> __device__ P::T P::r(P::T t, W u) { return t + u; }
template <class X> __device__ P::operator X *() { return (X *)(8 * sizeof(X)); }
template <class U> __device__ int P::operator+(U u) const { return k + 1000 * u; }
namespace n {
struct Q {
    static const int c = 30;
    template <class U> __device__ int f(U u);
    template <class U> __device__ int g(U u);
};
template <class U> __device__ int Q::g(U u) { return c - u; }
}
template <class U> __device__ int n::Q::f(U u) { return c + u + g(u); }
extern "C" __global__ void k(long long *o) {
    P p(4L);
    P::I i;
    int a[3] = {7};
    const P &c = p;
    o[0] = p.mt((short)3);
    o[1] = c.mt((double *)0);
    o[2] = p.mt(5, 3);
    o[3] = i.g(1.0);
    o[4] = P::st(a);
    o[5] = p.d(5);
    o[6] = p.r(1, 2) * 100 + p.r(9.5, a);
    o[7] = p.mt<char>(1);
    short *q = p;
    o[8] = (long long)q;
    o[9] = p.mt<7>();
    o[10] = p + 2;
    o[11] = n::Q().f(3);
    o[12] = p.z() + p.z<double>();
}
