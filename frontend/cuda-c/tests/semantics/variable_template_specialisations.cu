// [temp.class.spec], [temp.expl.spec] variable templates are specialised for given arguments and for patterns, of which the most special is taken, with types and lengths of their own
// wrong: specialisations-ignored; first-specialisation-wins; variables-take-their-template
template <class T> constexpr int rank = 0;
template <class T> constexpr int rank<T[]> = 1 + rank<T>;
template <class T, int N> constexpr int rank<T[N]> = 1 + rank<T>;
template <class... T> constexpr int count = -1;
template <class T, class... R> constexpr int count<T, R...> = 1 + count<R...>;
template <> constexpr int count<> = 0;
template <class T> constexpr int kind = 1;
template <class T> constexpr int kind<T *> = 2;
template <class T> constexpr int kind<const T *> = 3;
template <class T> constexpr int kind<T **> = 4;
template <> constexpr int kind<int *> = 5;
template <class T> constexpr int never = T::none;
template <> constexpr int never<int> = 6;
template <class T> constexpr int never<T *> = never<T> + 1;
template <class T, int N = 2> constexpr int twice = N * 2;
template <int N> constexpr int twice<char, N> = N * 3;
template <> constexpr int twice<short> = 11;
template <class T> __device__ T tab[2] = {1, 2};
template <> __device__ int tab<char>[3] = {7, 8, 9};
template <class T> __device__ float tab<T *>[1] = {3.5f};
namespace n {
template <class T> constexpr T pi = T(3.25);
template <> constexpr int pi<int> = 4;
template <class T> constexpr T pi<const T> = 2 * pi<T>;
}
template <> constexpr long n::pi<long> = 5;
template <class T> struct S { static const int v = rank<T> + kind<T>; };
template <class T> __device__ int f(T *) { return kind<T *> * 10 + count<T, T>; }
extern "C" __global__ void k(long long *out)
{
    int i = 0, x = 0, *p = &x; const int *q = &x; char *c = 0;
    out[i++] = rank<int>; out[i++] = rank<int[][3]>; out[i++] = rank<char[2][3][4]>;
    out[i++] = count<>; out[i++] = count<int>; out[i++] = count<int, char, int>;
    out[i++] = kind<int>; out[i++] = kind<char *>; out[i++] = kind<const char *>; out[i++] = kind<int *>; out[i++] = kind<char **>; out[i++] = kind<const int *>;
    out[i++] = never<int>; out[i++] = never<int **>;
    out[i++] = twice<int>; out[i++] = twice<char>; out[i++] = twice<char, 5>; out[i++] = twice<short>; out[i++] = twice<short, 4>;
    out[i++] = tab<int>[1]; out[i++] = tab<char>[2]; out[i++] = (long long)(tab<int *>[0] * 2); out[i++] = sizeof tab<char>; out[i++] = sizeof(tab<char>[0]); out[i++] = sizeof tab<int *>;
    out[i++] = n::pi<int>; out[i++] = (long long)(n::pi<float> * 4); out[i++] = n::pi<long>; out[i++] = n::pi<const long>;
    out[i++] = S<int[2]>::v; out[i++] = S<char *>::v; out[i++] = f(p); out[i++] = f(q); out[i++] = f(c);
}
