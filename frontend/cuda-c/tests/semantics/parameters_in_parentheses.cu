// [dcl.ambig.res] what may be a parameter is one: names in parentheses, types of decltype
// wrong: parentheses-are-values
__device__ int kind(decltype(nullptr))
{
    return 19;
}
__device__ int two(decltype(0) *, decltype(1) a)
{
    return 20 + a;
}
__device__ int null(decltype(nullptr) x)
{
    return x == nullptr;
}
__device__ int three(int (x), int (*p), int ((&r)))
{
    return x + *p * 10 + r++ * 100;
}
__device__ int one(int (x))
{
    return x;
}
__device__ int by_reference(int ((&p)))
{
    return p++;
}

extern "C" __global__ void k(long long *out)
{
    int a = 1;
    out[0] = kind(nullptr);
    out[1] = two(nullptr, 1);
    out[2] = null(nullptr);
    out[3] = three(a, &a, a);
    out[4] = one(a);
    out[5] = by_reference(a);
    out[6] = a;
}
