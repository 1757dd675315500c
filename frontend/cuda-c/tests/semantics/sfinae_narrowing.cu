// [temp.deduct] narrowing in braces, and a reference made of nothing, take a template out of the choice
// wrong: narrowing-substitutes
template <class T> __device__ T decl();
enum E : unsigned char { E0 };
template <class X> __device__ auto f(int) -> decltype(X{decl<int>()}, 1) { return 1; }
template <class X> __device__ int f(...) { return 2; }
struct A { int x; };
template <class X> __device__ auto g(int) -> decltype(A{decl<X>()}, 1) { return 1; }
template <class X> __device__ int g(...) { return 2; }
template <class T> __device__ auto h(int) -> decltype(T(), 1) { return 1; }
template <class T> __device__ int h(...) { return 2; }
template <class T> __device__ auto b(int) -> decltype(T{}, 1) { return 1; }
template <class T> __device__ int b(...) { return 2; }
template <int N> __device__ auto c(int) -> decltype(A{N + 0LL}, 1) { return 1; }
template <int N> __device__ int c(...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = f<char>(0); out[n++] = f<float>(0); out[n++] = f<unsigned>(0); out[n++] = f<int>(0); out[n++] = f<long>(0); out[n++] = f<bool>(0); out[n++] = f<char16_t>(0);
    out[n++] = g<double>(0); out[n++] = g<int>(0); out[n++] = g<short>(0); out[n++] = g<long>(0); out[n++] = g<E>(0); out[n++] = g<unsigned>(0);
    out[n++] = h<int &>(0); out[n++] = h<const int &>(0); out[n++] = h<int (&)[3]>(0); out[n++] = h<int>(0); out[n++] = h<A>(0);
    out[n++] = b<int &>(0); out[n++] = b<const int &>(0); out[n++] = b<int &&>(0); out[n++] = b<A>(0);
    out[n++] = c<5>(0);
    char ch{(char)n}; A w{ch}; out[n++] = w.x;
}
