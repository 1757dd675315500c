// [temp.deduct.call] 2, 3 and 6, [temp.deduct.type] 8: types deduced from functions: of parameters by value, by reference, forwarded, of patterns with results and parameters; of several functions the one that fits; function types as arguments of templates and in specialisations
// wrong: forwarded-functions-are-pointers; function-patterns-take-results
__device__ int add(int a, int b) { return a + b; }
__device__ float scale(float x, int n) { return x * n; }
__device__ int f(int x) { return x + 1; }
__device__ int f(int x, int y) { return x + y; }
__device__ void set(int &x) { x = 9; }
template <class T> struct kind { static const int value = 0; };
template <class T> struct kind<T *> { static const int value = 10 + kind<T>::value; };
template <class T> struct kind<T &> { static const int value = 20 + kind<T>::value; };
template <class R, class A> struct kind<R(A)> { static const int value = 1 + 100 * sizeof(R) + 1000 * sizeof(A); };
template <class R, class A, class B> struct kind<R(A, B)> { static const int value = 2 + 100 * sizeof(R); };
template <> struct kind<int(int, int)> { static const int value = 3; };
template <class R> struct kind<R()> { static const int value = 4; };
template <class F> __device__ int by_value(F) { return kind<F>::value; }
template <class F> __device__ int by_reference(F &) { return kind<F>::value; }
template <class F> __device__ int by_const(const F &) { return kind<F>::value; }
template <class F> __device__ int forwarded(F &&) { return kind<F>::value; }
template <class R, class A, class B> __device__ R pattern(R (*p)(A, B), A a, B b) { return p(a, b); }
template <class R, class A> __device__ R unary(R p(A), A a) { return p(a) * 3; }
template <class A, class B> __device__ int refers(int (&p)(A, B), A a) { return p(a, B(2)); }
template <class T> __device__ int same(T (*)(T)) { return 5; }
template <class T, class U> __device__ int same(T (*)(U, int)) { return 6; }
template <class F, class T> __device__ void all(T *list, int n, F &&g) { for (int i = 0; i < n; i++) g(list[i]); }
template <class F> __device__ auto result(F g, int x) -> decltype(g(x)) { return g(x); }
template <class F> __device__ auto deduced(F g, int x) { return g(x, x); }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = by_value(add); out[i++] = by_value(&add); out[i++] = by_reference(add); out[i++] = by_const(add);
    out[i++] = forwarded(add); out[i++] = forwarded(&add); out[i++] = by_value(scale); out[i++] = forwarded(scale);
    out[i++] = pattern(add, 3, 4); out[i++] = (long long)pattern(&scale, 1.5f, 4);
    out[i++] = unary<int, int>(f, 4); out[i++] = refers(add, 5); out[i++] = refers<int, int>(f, 6);
    int (*one)(int) = f; out[i++] = same(one); out[i++] = by_value(one);
    int list[3] = {1, 2, 3}; all(list, 2, set); out[i++] = list[0] + list[1] * 10 + list[2] * 100;
    out[i++] = kind<int(char)>::value; out[i++] = kind<short (*)(int, float)>::value; out[i++] = kind<long long()>::value; out[i++] = kind<decltype(add)>::value; out[i++] = kind<decltype(&add)>::value;
    out[i++] = result(one, 7); out[i++] = deduced(add, 8);
    int (*two)(int, int) = f; out[i++] = deduced(two, 9); out[i++] = by_reference(*two);
}
