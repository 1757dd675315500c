// Forms of templates that were refused: lengths of arrays deduced through alias templates, arguments of operator templates, a
// parameter's name before a declarator in parentheses, explicit instantiations of variable templates.
template <class T, int N> using Row = T[N];
template <class T, unsigned long N> using Long = T[N];
template <class T, int N> using Again = Row<T, N>;
template <class T, int N, int M> using Grid = T[N][M];
template <class T, int N> using Pointer = T (*)[N];
template <class T, auto N> using Any = T[N];
template <class T, int N> __device__ int row(Row<T, N> &a) { return N * 10 + a[N - 1]; }
template <class T, unsigned N> __device__ int other(const Row<T, N> &a) { return N * 10 + a[0]; }
template <class T, int N> __device__ int wide(Long<T, N> &a) { return N * 10 + a[0]; }
template <class T, int N> __device__ int again(Again<T, N> &a) { return N * 10 + a[0]; }
template <class T, int N, int M> __device__ int grid(Grid<T, N, M> &a) { return N * 10 + M; }
template <class T, int N> __device__ int pointer(Pointer<T, N> a) { return N * 10 + (*a)[1]; }
template <class T, long N> __device__ int any(Any<T, N> &a) { return N; }
template <class T> __device__ int three(Row<T, 3> &a) { return a[2]; }
template <class T> __device__ int three(Row<T, 2> &a) { return -1; }

struct Callable {
    template <class T> __device__ int operator()(T t) const { return sizeof(T) * 10 + (int)t; }
    template <int N> __device__ int operator[](int i) { return N * i; }
    template <int N> __device__ int operator<(int i) { return N + i; }
    template <class T> __device__ int operator+(T) { return sizeof(T); }
    __device__ int inner() { return operator+<char>(3) + this->operator+<short>(2) * 10 + Callable::operator+<long>(1) * 100; }
};
struct Plain { int x; };
template <class T> __device__ int operator-(Plain a, T) { return a.x * 10 + sizeof(T); }
template <class F> __device__ int run(F f) { return f.template operator()<short>(4); }

template <class T> __device__ T (in_parens(T x)) { return x + 1; }
template <class T> __device__ T (*to_pointer(T *x)) { return x; }
template <class T> __device__ T ((twice)(T x)) { return x * 2; }
template <class T> struct Class { T v; __device__ T (get(T x)); __device__ Class(T t); };
template <class T> __device__ T (Class<T>::get(T x)) { return x + v; }
template <class T> __device__ Class<T>::Class(T (t)) : v(t) {}

template <class T> __device__ T variable = 5;
template __device__ int variable<int>;
template __device__ float variable<float>;
namespace inside { template <class T, int N> __constant__ T filled[N] = {7, 8}; }
template __constant__ short inside::filled<short, 3>[3];

extern "C" __global__ void k(int *o)
{
    int a[3] = {1, 2, 3}, g[4][2] = {};
    o[0] = row(a);
    o[1] = other(a);
    o[2] = wide(a);
    o[3] = again(a);
    o[4] = grid(g);
    o[5] = pointer(&a);
    o[6] = any(a);
    o[7] = three(a);
    Callable c;
    o[8] = c.operator()<short>(3);
    o[9] = c.operator[]<6>(7) + c.operator< <3>(4);
    o[10] = c.inner();
    Plain p = {4};
    o[11] = operator-<short>(p, 3) + ::operator-<char>(p, 3);
    o[12] = run(c);
    o[13] = in_parens(3) + *to_pointer(&a[2]) + twice(10);
    Class<int> made(6);
    o[14] = made.get(5);
    o[15] = variable<int> + (int)(variable<float> * 2) + inside::filled<short, 3>[1];
}
