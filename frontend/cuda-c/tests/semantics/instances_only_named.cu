// [temp.inst] a pointer, a reference, a typedef and an argument only name an instance of a template; what needs its members defines it
// wrong: instances-are-complete
template <class T> struct A { A<T *> &r; T v; static __device__ int size() { return sizeof(T); } };
template <class T> struct M { M<M<T>> *nest; T v; static __device__ int size() { return sizeof(T); } };
template <class T> struct N { typedef N<T *> Next; Next *n; T v; };
template <class T> struct C { C<T *> *next; T v; static __device__ int size() { return sizeof(T); } };
template <class T> struct D : C<T> { int d; };
template <class T> struct E;
template <class T> struct H { E<T *> *p; E<T> *q; };
template <class T> struct E { H<T *> *h; int e; };
template <class T> struct Bad { static_assert(sizeof(T) == 0, ""); };
template <class T> __device__ int base(C<T> *) { return sizeof(T); }
template <class T> struct K { friend __device__ int within(C<K> *) { return 88; } };
template <class T> struct F { T v; friend __device__ int find(F *) { return 77; } };
template <class T> struct G { T v; __device__ G(T x) : v(x) {} };
template <class T> __device__ int made(const G<T> &g, T) { return g.v; }
template <int N> struct L { L<N + 1> *next; int v; __device__ L() : next(nullptr), v(N) {} __device__ int get() { return v; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    C<char> c;
    c.next = nullptr;
    M<char> m;
    m.nest = nullptr;
    N<char> t;
    t.n = nullptr;
    out[n++] = sizeof(A<char>); out[n++] = sizeof(C<char>); out[n++] = sizeof(*c.next);
    out[n++] = c.next->size(); out[n++] = m.nest->size(); out[n++] = t.n == nullptr; out[n++] = sizeof t;
    D<int> *d = nullptr; C<int> *b = d;
    D<short> *s = nullptr;
    out[n++] = b == d; out[n++] = base(d); out[n++] = base(s);
    H<int> h; E<int> e;
    h.p = nullptr; h.q = &e; e.e = 5;
    out[n++] = h.q->e; out[n++] = sizeof(*h.p);
    C<K<int>> *ck = nullptr;
    out[n++] = within(ck);
    Bad<int> *bad = nullptr, *same = bad;
    out[n++] = bad == same;
    F<int> *f = nullptr;
    out[n++] = find(f);
    const G<int> &g = 9;
    out[n++] = g.v; out[n++] = made<long>(12, 1);
    L<0> l0; L<1> l1; L<2> l2;
    l0.next = &l1; l1.next = &l2;
    out[n++] = l0.next->next->get(); out[n++] = l0.next->next->next == nullptr;
    L<9> *p = (L<9> *)out; L<10> *q = (L<10> *)out; L<11> *r = (L<11> *)out;
    ++q;
    out[n++] = (char *)(p + 1) - (char *)p; out[n++] = (char *)q - (char *)out; out[n++] = &r[3] - r;
    D<long> *dl = nullptr; C<float> *cf = nullptr; C<double> cd; D<double> dd;
    dd.v = 4;
    C<double> &cr = dd;
    out[n++] = static_cast<C<long> *>(dl) == nullptr; out[n++] = static_cast<D<float> *>(cf) == nullptr;
    out[n++] = static_cast<D<double> &>(cr).v; out[n++] = sizeof cd;
}
