// [over.match.class.deduct] 4, [over.match.list]: a list deduces by what takes a list as a whole, and then by its elements; an empty one by what takes nothing; one object of the class is copied
// wrong: lists-of-one-are-lists
// device-only
template <class A, class B> struct same { static constexpr int v = 0; };
template <class A> struct same<A, A> { static constexpr int v = 1; };
template <class T> struct List {
    int n;
    __device__ List(std::initializer_list<T> l) : n(l.size()) {}
    __device__ List(T, T, T) : n(-1) {}
};
template <class T = char> struct Empty {
    int n;
    __device__ Empty() : n(9) {}
    __device__ Empty(std::initializer_list<T> l, int = 0) : n(l.size()) {}
};
template <class T> struct Either {
    int n;
    __device__ Either(std::initializer_list<T> l) : n(l.size()) {}
    template <class U> __device__ Either(T, U) : n(-1) {}
};
struct Derived : List<int> { __device__ Derived() : List<int>(1, 2, 3) {} };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    List l{1, 2, 3};
    List m{l};
    List o{l, l};
    List z(1, 2, 3);
    List z2 = {4, 5};
    out[n++] = same<decltype(m), List<int>>::v + same<decltype(o), List<List<int>>>::v * 2 + l.n * 10 + o.n * 100 + z2.n * 1000;
    out[n++] = z.n + m.n;
    Empty e{}, g = {};
    Empty f{2};
    Empty h{{}};
    out[n++] = same<decltype(e), Empty<char>>::v + same<decltype(f), Empty<int>>::v * 2 + e.n * 10 + f.n * 100 + g.n * 1000 + h.n * 10000;
    Either i{1, &n};
    Either j{1, 2};
    out[n++] = same<decltype(i), Either<int>>::v + same<decltype(j), Either<int>>::v * 2 + j.n * 10;
    Derived d;
    List p{d};
    out[n++] = same<decltype(p), List<int>>::v * 10 + p.n;
}
