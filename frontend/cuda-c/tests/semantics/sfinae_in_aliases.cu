// [temp.deduct] 8, [temp.alias] 2 what makes no sense in the type that an alias template stands for takes a template out of the choice
// wrong: aliases-swallow-failures
template <class T> __device__ T value();
template <class F, class... A> using result = decltype(value<F>()(value<A>()...));
template <class T> using x_of = decltype(T().x);
template <class T> using pointed = x_of<T> *;
template <class F, class... A> struct Callable {
    template <class G> __device__ static char test(result<G, A...> *);
    template <class G> __device__ static long test(...);
    static constexpr int v = sizeof(test<F>(0));
};
struct P { int x; };
struct Q {};
struct L { __device__ int operator()(int, int) const { return 1; } };
template <class T> __device__ char f(x_of<T> *) { return 1; }
template <class T> __device__ long f(...) { return 2; }
template <class T> __device__ char g(pointed<T>) { return 1; }
template <class T> __device__ long g(...) { return 2; }
template <class T> __device__ auto h(int) -> x_of<T> { return 1; }
template <class T> __device__ long h(...) { return 2; }
template <class T, class = x_of<T>> __device__ char d(int) { return 1; }
template <class T> __device__ long d(...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    auto l = [](int *) { return 1; };
    out[i++] = Callable<L, int, int>::v; out[i++] = Callable<L, int>::v; out[i++] = Callable<L, int *, int>::v;
    out[i++] = Callable<int>::v; out[i++] = Callable<decltype(l), int *>::v; out[i++] = Callable<decltype(l), int>::v;
    out[i++] = sizeof(f<P>(0)); out[i++] = sizeof(f<Q>(0)); out[i++] = f<Q>(0);
    out[i++] = g<P>(0); out[i++] = g<Q>(0); out[i++] = h<P>(0); out[i++] = h<Q>(0);
    out[i++] = d<P>(0); out[i++] = d<Q>(0);
}
