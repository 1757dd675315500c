// [conv.ptr] a literal 0 becomes a null pointer, and no other constant that is 0
// wrong: zeros-are-null
__device__ int f(int *)
{
    return 1;
}
__device__ int f(long)
{
    return 2;
}
__device__ int g(char *)
{
    return 3;
}
__device__ int g(...)
{
    return 4;
}
template <int N>
__device__ int h()
{
    return g(N);
}
enum { Z };

extern "C" __global__ void k(long long *out)
{
    const int z = 0;
    constexpr long l = 0;
    out[0] = f(1 - 1);
    out[1] = f(z);
    out[2] = f(l);
    out[3] = g(0);
    out[4] = g((0));
    out[5] = g(0u) + g(0x0) + g(00L);
    out[6] = g(1 - 1);
    out[7] = g(z);
    out[8] = h<0>();
    out[9] = g(-0) + g(+0);
    out[10] = g(Z) + g(false);
    out[11] = g(nullptr);
    out[12] = nullptr == 0;
    int *p = 0, *q{0}, *r = {};
    out[13] = p == q && q == 0 && 0 == r;
}
