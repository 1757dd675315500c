// [basic.scope.proto] the type of a parameter may name the parameters before it
// wrong: parameters-are-blind
template <class T> __device__ auto add(T a, decltype(a) b)
{
    return a + b;
}
__device__ int plain(int a, decltype(a) b)
{
    return a + b;
}
__device__ auto deduced(char a, decltype(a) b, int (&c)[sizeof(a) + 1])
{
    return a + b + c[1];
}
struct S {
    __device__ int member(short a, decltype(a) b)
    {
        return sizeof b;
    }
};

extern "C" __global__ void k(long long *out)
{
    int list[2] = {3, 4};
    out[0] = add(1, 2.9);
    out[1] = plain(1, 2.9);
    out[2] = deduced(1, 258, list);
    out[3] = S().member(1, 2);
}
