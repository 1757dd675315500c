// Templates over types and integers, explicit and deduced arguments, specialisations, recursion to a base case.

template <typename T>
struct Limits {
    static __device__ T low() { return 0; }
    static const int bits = 8 * sizeof(T);
};

template <>
struct Limits<int> {
    static __device__ int low() { return -2147483647 - 1; }
    static const int bits = 31;
};

template <typename T, int N>
struct Ring {
    T data[N];
    int head;
    __device__ void put(T v) { data[head++ % N] = v; }
    __device__ T at(int back) const { return data[(head + N - 1 - back) % N]; }
    template <typename U>
    __device__ U sum(U start) const
    {
        for (int k = 0; k < N; k++)
            start += data[k];
        return start;
    }
};

template <int N>
__device__ int power(int x) { return x * power<N - 1>(x); }
template <>
__device__ int power<0>(int) { return 1; }

template <typename T>
__device__ T largest(T a, T b) { return a < b ? b : a; }
template <typename T>
__device__ T largest(const T *a, int n)
{
    T m = Limits<T>::low();
    for (int k = 0; k < n; k++)
        m = largest(m, a[k]);
    return m;
}
template <>
__device__ short largest(short a, short b) { return a < b ? b + 1 : a; }

template <typename A, typename B, bool swap>
__device__ int combine(A a, B b)
{
    if (swap)
        return (int)b * 10 + (int)a;
    return (int)a * 10 + (int)b;
}

extern "C" __global__ void template_kinds(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ring<short, 3> r = {{1, 2, 3}, 0};
    Ring<float, 4> f = {{}, 1};
    int list[5];
    for (int k = 0; k < 5; k++) {
        int v = in[(i + k) % n];
        list[k] = v;
        r.put((short)v);
        f.put(v * 0.5f);
    }
    int sum = r.at(0) + 2 * r.at(2) + r.sum<int>(100) + (int)(f.at(1) * 2) + (int)f.sum(0.0);
    sum += largest(list, 5) * 3 + largest(in[i], 7) + largest<short>(3, 4) + largest((unsigned)i, 9u);
    sum += power<3>(i % 50) + combine<int, float, true>(i, 2.5f) + combine<char, short, false>(1, 2);
    out[i] = sum + Limits<int>::bits + Limits<double>::bits;
}
