// [dcl.align] 2 alignas(0) says nothing
// wrong: no-alignment-is-an-error
alignas(0) __device__ int g = 4;
struct alignas(0) S { char c; alignas(0) int i; alignas(0) alignas(8) char d; };
template<int N> struct alignas(N) T { int m; };
extern "C" __global__ void k(long long *out)
{
    alignas(0) int x = 3; alignas(0) alignas(16) char y = 5;
    out[0] = x + y + g; out[1] = sizeof(S); out[2] = alignof(S); out[3] = alignof(T<0>); out[4] = alignof(T<16>);
    out[5] = alignof(x); out[6] = alignof(y); out[7] = alignof(g);
}
