// [namespace.udecl] 1, [temp.variadic] 5: a using declaration with `...` names a member of each of the bases
// wrong: using-members-ignored
struct P { __device__ int operator()(int) const { return 1; } };
struct Q { __device__ int operator()(const char *) const { return 2; } };
template <class... F> struct Over : F... { using F::operator()...; __device__ Over(F... f) : F(f)... {} };
template <class... T> struct B { int n; __device__ int f(T...) { return 10 + sizeof...(T); } };
template <class... T> struct A : B<T>... { using B<T>::f...; };
template <class... T> struct C : B<T>..., B<T, T>... { using B<T>::f..., B<T, T>::f...; };
template <class T> struct D { int v; __device__ D(T t) : v(sizeof(T)) {} };
template <class... T> struct E : D<T>... { using D<T>::D...; };
extern "C" __global__ void k(long long *out)
{
    int i = 0, c = 5;
    Over<P, Q> o{P(), Q()};
    out[i++] = o(1); out[i++] = o("");
    auto l = [c](int x) { return x + c; };
    auto m = [](int *) { return 7; };
    Over<decltype(l), decltype(m)> w(l, m);
    out[i++] = w(4); out[i++] = w(&c);
    A<int, char *> a;
    out[i++] = a.f(1); out[i++] = a.f((char *)0);
    C<int, char> b;
    out[i++] = b.f(1); out[i++] = b.f('c'); out[i++] = b.f(1, 2); out[i++] = b.f('c', 'c');
    E<short> e(3);
    out[i++] = e.v;
}
