// [temp.deduct.call] 1, [temp.deduct.type] 9 and 10, [temp.arg.explicit] 3: a pack takes what is left, after what is stated of it; from arguments, types of functions, classes' arguments and bases
// wrong: stated-packs-are-whole; functions-keep-no-packs
template <class... T> __device__ int sizes(T...) { return sizeof...(T) * 1000 + (0 + ... + (int)sizeof(T)); }
template <class A, class... T> __device__ int after(A, T... t) { return (int)sizeof(A) * 100 + sizes(t...); }
template <class R, class... A> __device__ int arity(R (*)(A...)) { return sizeof...(A) * 10 + sizeof(R); }
template <class R, class... A> __device__ R through(R (*f)(A...), A... a) { return f(a...); }
template <class F> struct of;
template <class R, class... A> struct of<R(A...)> { static const int value = sizeof...(A); typedef R result; };
template <class R, class... A> struct of<R (*)(A...)> { static const int value = 10 + sizeof...(A); };
template <class... T> struct list { static const int size = sizeof...(T); };
template <class... T> __device__ int length(list<T...>) { return sizeof...(T); }
template <class A, class... T> __device__ int rest(list<A, T...>) { return sizeof...(T) * 10 + sizeof(A); }
template <class... T, class... U> __device__ int both(list<T...>, list<U...>) { return sizeof...(T) * 10 + sizeof...(U); }
template <class... T> __device__ int again(list<T...>, T... t) { return (0 + ... + t); }
template <class... T> __device__ int pairs(list<T, int>...) { return (0 + ... + (int)sizeof(T)); }
template <int... N> struct numbers {};
template <int... N> __device__ int dot(const int *a, numbers<N...>) { return ((a[N] * (N + 1)) + ... + 0); }
template <class T, T... N> __device__ T sum(T (&)[sizeof...(N) + 1]) { return (T(0) + ... + N); }
template <class... T> __device__ int pointers(T *...) { return (0 + ... + (int)sizeof(T)); }
template <class... T, unsigned... N> __device__ int arrays(T (&...a)[N]) { return (0 + ... + (int)(N * sizeof(T))); }
struct derived : list<char, short, int> {};
__device__ int f3(int a, char b, short c) { return a + b * 10 + c * 100; }
__device__ double f0() { return 1.5; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = 1; short y = 2; char z[3] = {}; int w[2] = {3, 4};
    out[i++] = sizes(); out[i++] = sizes(1); out[i++] = sizes('a', 1, 1.0);
    out[i++] = sizes<char>(1); out[i++] = sizes<char, short>(1, 2); out[i++] = sizes<char>(1, 2ll, 'x'); out[i++] = sizes<>(1);
    out[i++] = after(1); out[i++] = after('a', 1, 2); out[i++] = after<char, char>(1, 2, 3);
    out[i++] = arity(f3); out[i++] = arity(&f0); out[i++] = through(f3, 1, (char)2, (short)3);
    out[i++] = of<int(char)>::value; out[i++] = of<void()>::value; out[i++] = of<decltype(&f3)>::value; out[i++] = sizeof(of<char(int, int)>::result);
    out[i++] = length(list<>()); out[i++] = length(list<int, char>()); out[i++] = rest(list<short, int, int>()); out[i++] = length(derived());
    out[i++] = both(list<int>(), list<int, int>()); out[i++] = again(list<int, int>(), 4, 5); out[i++] = pairs(list<char, int>(), list<short, int>()); out[i++] = pairs();
    out[i++] = dot(w, numbers<0, 1>()); out[i++] = dot(w, numbers<>()); out[i++] = pointers(&x, &y, z);
    out[i++] = arrays(z, w); out[i++] = sum<int, 5>(w); out[i++] = list<int, list<>, list<char>>::size;
}
