// [expr.context] [temp.deduct] what is not built yet has its type where nothing is evaluated, if it makes sense
// wrong: operands-are-built
// options: -default-device
template <class T, class U> struct Same { static constexpr int v = 0; };
template <class T> struct Same<T, T> { static constexpr int v = 1; };
struct S { int x; void m(); static void s(); static constexpr int z = 1; enum class E { a }; static constexpr E e = E::a; enum { n }; };
struct O { void m(int); static void m(long); };
struct N { N(int); };
template <class T> struct Id {};
typedef int F();
typedef int A2[2];
typedef int A[];
template <class T> __device__ auto made(int) -> decltype(T(1L), 1) { return 1; }
template <class T> __device__ int made(...) { return 2; }
template <class T> __device__ auto stat(int) -> decltype(static_cast<T>(1L), 1) { return 1; }
template <class T> __device__ int stat(...) { return 2; }
template <class T> __device__ auto list(int) -> decltype(T{}, 1) { return 1; }
template <class T> __device__ int list(...) { return 2; }
template <class T> __device__ auto three(int) -> decltype(T{1, 2, 3}, 1) { return 1; }
template <class T> __device__ int three(...) { return 2; }
template <class T> __device__ auto addr(int) -> decltype(&T::z, 1) { return 1; }
template <class T> __device__ int addr(...) { return 2; }
template <class T> __device__ auto enumerator(int) -> decltype(&T::n, 1) { return 1; }
template <class T> __device__ int enumerator(...) { return 2; }
template <class T> __device__ auto member(int) -> decltype(T::m, 1) { return 1; }
template <class T> __device__ int member(...) { return 2; }
template <class T> __device__ auto pair(int) -> decltype(Id<T[2]>(), 1) { return 1; }
template <class T> __device__ int pair(...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = made<F *>(0) + 10 * stat<F *>(0) + 100 * made<int *>(0) + 1000 * made<A2>(0);
    out[n++] = list<A2>(0) + 10 * list<N[2]>(0) + 100 * three<A2>(0) + 1000 * three<A>(0) + 10000 * list<F>(0);
    out[n++] = Same<decltype(A{1, 2, 3}), int[3]>::v + sizeof(A2{}) + sizeof(A2{}[1]) + 100 * Same<decltype(A2{}), A2>::v;
    out[n++] = addr<S>(0) + 10 * enumerator<S>(0) + 100 * addr<N>(0);
    out[n++] = Same<decltype(&S::z), const int *>::v + 10 * Same<decltype(&S::e), const S::E *>::v + 100 * Same<decltype((S::e)), const S::E &>::v + 1000 * Same<decltype(S::n), const S *>::v;
    S s = {1};
    out[n++] = Same<decltype(&s.z), const int *>::v + 10 * Same<decltype(S::e), const S::E>::v;
    out[n++] = member<S>(0) + 10 * member<O>(0) + 100 * member<N>(0);
    out[n++] = pair<int S::*>(0) + 10 * pair<int &>(0) + 100 * pair<void (S::*)()>(0);
    F *f = nullptr;
    out[n++] = sizeof(long(f)) + 10 * Same<decltype((void (*)())f), void (*)()>::v + 100 * sizeof(((char (*)())f)());
}
