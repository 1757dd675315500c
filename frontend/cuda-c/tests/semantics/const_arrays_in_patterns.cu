// [basic.type.qualifier] an array of const elements is a const array, in the patterns of specialisations too
// wrong: first-specialisation-wins
template <class T> struct K { static const int v = 0; };
template <class T> struct K<const T> { static const int v = 1; };
template <class T> struct V { static const int v = 0; };
template <class T> struct V<volatile T> { static const int v = 1; };
template <class T> struct V<const volatile T> { static const int v = 2; };
template <class T> struct P { static const int v = 0; };
template <class T> struct P<T *> { static const int v = 1; };
template <class T> struct P<const T *> { static const int v = 2; };
template <class T, class U> struct S { static const int v = 0; };
template <class T> struct S<T, T> { static const int v = 1; };
template <class T> struct C { typedef const T type; };
template <class T> struct R { typedef T type; };
template <class T> struct R<const T> { typedef T type; };
typedef int A3[3];
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = K<const int[3]>::v; out[n++] = K<const A3>::v; out[n++] = K<A3>::v; out[n++] = K<const int[2][3]>::v; out[n++] = K<const int[]>::v;
    out[n++] = V<volatile A3>::v; out[n++] = V<const volatile int[3]>::v; out[n++] = V<const A3>::v;
    out[n++] = P<const int (*)[3]>::v; out[n++] = P<int (*)[3]>::v;
    out[n++] = S<const A3, const int[3]>::v; out[n++] = S<C<A3>::type, const int[3]>::v; out[n++] = S<const A3 *, const int (*)[3]>::v; out[n++] = S<R<const int[3]>::type, A3>::v;
}
