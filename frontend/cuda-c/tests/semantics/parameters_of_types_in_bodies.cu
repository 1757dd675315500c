// [basic.scope.proto] the parameters of a function's type that stands in a body are in scope in that type alone, and none of the function's
// wrong: signatures-leave-parameters
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
__device__ int add(int a, const int *b) { return a + b[0] * b[1]; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = same<void(int[3]), void(int *)>; out[i++] = same<void(int, int[2][3]), void(int, int (*)[3])>;
    typedef int F(int n, const int m[2]);
    out[i++] = same<F, int(int, const int *)>;
    int v[2] = {3, 4};
    int (*f)(int a, const int b[2]) = add;
    long (*g)(char c, int d[4]);
    F *h = add;
    out[i++] = f(2, v) + sizeof(int (*)(int[3])) + sizeof(g); out[i++] = h(5, v);
}
