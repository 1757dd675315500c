// [temp.explicit] extern template declares an instance that an explicit instantiation makes
// wrong: explicit-arguments-ignored
template <class T> __device__ T f(T t)
{
    return t;
}
extern template __device__ int f(int);
template <class T> __device__ int size(double d)
{
    return sizeof(T) + d;
}
extern template __device__ int size<char>(double);

extern "C" __global__ void k(long long *out)
{
    out[0] = f('a');
    out[1] = f(3);
    out[2] = size<char>(2.5);
}
template __device__ int f(int);
template __device__ int size<char>(double);
