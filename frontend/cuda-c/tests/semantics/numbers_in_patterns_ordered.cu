// [temp.class.order], [temp.arg.nontype] numbers in a pattern are of the types of the parameters that they stand for, and so is it compared
// wrong: patterns-keep-numbers
template <unsigned N, class T> struct U;
template <unsigned N, class T> struct U<N, T *> { static constexpr int v = 1; };
template <class T> struct U<0, T *> { static constexpr int v = 2; };
template <unsigned N, class... T> struct Nth;
template <class T, class... R> struct Nth<0, T, R...> { using type = T; };
template <unsigned N, class T, class... R> struct Nth<N, T, R...> : Nth<N - 1, R...> {};
template <class... T> using last = typename Nth<sizeof...(T) - 1, T...>::type;
template <long N, class T> constexpr int l = 0;
template <long N, class T> constexpr int l<N, T *> = 1;
template <class T> constexpr int l<3, T *> = 2;
template <char N, class T> struct C;
template <char N, class T> struct C<N, T *> { static constexpr int v = 1; };
template <class T> struct C<97, T *> { static constexpr int v = 2; };
template <class T, T N, class V> struct D;
template <class T, T N, class V> struct D<T, N, V *> { static constexpr int v = 1; };
template <class V> struct D<short, 4, V *> { static constexpr int v = 2; };
template <class V, unsigned... N> struct P;
template <class V, unsigned A, unsigned... N> struct P<V *, A, N...> { static constexpr int v = 1; };
template <class V, unsigned... N> struct P<V *, 7, N...> { static constexpr int v = 2; };
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = U<0, int *>::v; out[i++] = U<1, int *>::v;
    out[i++] = sizeof(last<int, char, long>); out[i++] = sizeof(Nth<1, int, char, long>::type);
    out[i++] = l<3, int *>; out[i++] = l<4, int *>; out[i++] = l<3, int>;
    out[i++] = C<'a', int *>::v; out[i++] = C<'b', int *>::v;
    out[i++] = D<short, 4, int *>::v; out[i++] = D<short, 5, int *>::v; out[i++] = D<int, 4, int *>::v;
    out[i++] = P<int *, 7, 8>::v; out[i++] = P<int *, 8, 7>::v; out[i++] = P<int *, 7>::v;
}
