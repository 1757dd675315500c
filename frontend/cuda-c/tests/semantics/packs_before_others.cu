// [temp.deduct.call] 1, [temp.arg.explicit] 3: a pack of parameters that others follow takes as many arguments as are stated for it
// wrong: packs-before-others-take-nothing
template <class T> struct W {};
template <class... A> __device__ int f(A... a, int x) { return (a + ... + 0) * 10 + x; }
template <class... A, class... B> __device__ int g(A... a, B... b) { return ((a * 2) + ... + 0) - (b + ... + 0); }
template <class... A, class T> __device__ int h(A... a, T t, double d = 2) { return (a + ... + 0) * 100 + sizeof(T) * 10 + (int)d; }
template <class... A> __device__ int w(W<void(A...)>, int x = 4) { return sizeof...(A) * 10 + x; }
template <class... A> __device__ char n(W<void(A...)>, A..., int) { return 1; }
__device__ long n(...) { return 2; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = f(5); out[i++] = f<int>(1, 2); out[i++] = f<int, char>(1, 2, 3);
    out[i++] = g(1, 2); out[i++] = g<int>(1, 2, 3); out[i++] = g<int, char>(1, 2, 3, 4);
    out[i++] = h('c'); out[i++] = h<int>(1, 'c', 3); out[i++] = h<int, int>(1, 2, 3);
    out[i++] = w(W<void(int, int)>(), 1);
    out[i++] = sizeof(n(W<void()>(), 1)); out[i++] = sizeof(n<int>(W<void(int)>(), 1, 2));
}
