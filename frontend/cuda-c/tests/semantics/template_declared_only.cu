// [temp.inst] a class template that is declared and not defined yet gives classes that pointers may point to
// wrong: first-specialisation-wins
template <class T> struct A;
template <class T> struct U;
__device__ A<int> *a;
__device__ U<int> *u;
__device__ int size(U<int> *) { return 5; }
__device__ int size(A<int> *) { return 6; }
template <class T> struct V { static const int v = 1; };
template <class T> struct V<U<T>> { static const int v = sizeof(T); };
template <class T> __device__ auto complete(int) -> decltype(sizeof(T), true) { return true; }
template <class T> __device__ bool complete(...) { return false; }
template <class T> struct A { T t; };
template <class T> struct V<U<T *>> { static const int v = 9; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = size(u) + 10 * size(a);
    A<int> x{3};
    a = &x;
    out[n++] = a->t;
    A<U<char> *> y{nullptr};
    out[n++] = y.t == nullptr;
    out[n++] = V<U<short>>::v + 10 * V<U<int *>>::v;
    out[n++] = complete<U<long>>(0);
    out[n++] = complete<A<long>>(0);
}
