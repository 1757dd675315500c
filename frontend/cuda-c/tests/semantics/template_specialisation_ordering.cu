// [temp.class.order] of the specialisations that fit the one whose pattern fits the others is taken; left out arguments are the template's defaults
// wrong: first-specialisation-wins; specialisations-forget-defaults
template <class T, class U>
struct P {
    static const int v = 1;
};
template <class T>
struct P<T, T> {
    static const int v = 2;
};
template <class T, class U>
struct P<T *, U *> {
    static const int v = 5;
};
template <class T>
struct P<T *, T *> {
    static const int v = 6;
};
template <class T>
struct P<const T, int> {
    static const int v = 7;
};
template <int N, bool = (N > 3)>
struct Q {
    static const int v = N;
};
template <int N>
struct Q<N, true> {
    static const int v = N * 10;
};
template <>
struct Q<2> {
    static const int v = 222;
};
template <class T>
struct R {
    static const int v = 1;
};
template <class T>
struct R<T *> {
    static const int v = 2;
};
template <class T>
struct R<const T *> {
    static const int v = 3;
};
template <class T, int N>
struct R<T[N]> {
    static const int v = 4;
};
template <class T>
struct R<T[3]> {
    static const int v = 5;
};
template <class T>
struct R<P<T, T>> {
    static const int v = 6;
};
template <class T, class U>
struct R<P<T, U>> {
    static const int v = 7;
};

extern "C" __global__ void k(long long *out)
{
    out[0] = P<int *, int *>::v;
    out[1] = P<int, int>::v;
    out[2] = P<int *, char *>::v;
    out[3] = P<const char, int>::v;
    out[4] = Q<2, true>::v;
    out[5] = Q<2>::v;
    out[6] = Q<2, false>::v;
    out[7] = Q<5>::v;
    out[8] = R<int *>::v;
    out[9] = R<const int *>::v;
    out[10] = R<int[3]>::v;
    out[11] = R<int[4]>::v;
    out[12] = R<P<int, int>>::v;
    out[13] = R<P<int, char>>::v;
    out[14] = R<int>::v;
}
