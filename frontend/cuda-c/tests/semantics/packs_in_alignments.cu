// [dcl.align] 4, [temp.variadic] 5, [stmt.ranged]: packs expand in `alignas`, which asks for the strictest of them, and in the list of a range loop
// wrong: expansions-repeat-the-first
#ifndef __CUDACC_RTC__
#include <initializer_list>
#endif
template <class... T> struct alignas(T...) A { char c; };
template <int... N> struct alignas(N...) B { char c; };
template <class... T> struct C { alignas(T...) alignas(2) char c; };
template <class... T> struct D { alignas(sizeof(T) * 2 ...) char c; };
template <int... N> __device__ int sum() { int s = 0; for (int x : {N...}) s = s * 10 + x; return s; }
template <class... T> __device__ int mean(T... t) { int s = 0; for (auto x : {9, t...}) s = s * 10 + x; return s; }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = alignof(A<char, long>); out[i++] = alignof(A<>); out[i++] = alignof(B<2, 8, 4>);
    out[i++] = sizeof(C<short, double>); out[i++] = sizeof(C<>); out[i++] = sizeof(D<char, int>);
    out[i++] = sum<1, 2, 3>(); out[i++] = mean(4, 5); out[i++] = mean();
}
