// [temp] a variable template has an object or value of its own for each set of arguments, with defaults, in namespaces too
// wrong: templates-share-variables
template <class T> constexpr int size_v = sizeof(T);
template <int N> constexpr int twice = N * 2;
template <class T> __device__ T held = 3;
template <class T, int N = 2> __device__ T held_too[N] = {1, 2};
namespace n { template <class T> __device__ T held = 5; template <class T> __device__ int f() { return held<T> + size_v<T> + ::held<T>; } }
extern "C" __global__ void k(long long *out)
{
    int n = 0, a[twice<3>];
    held<int> = 4; held<short> += 7; n::held<int>++;
    out[n++] = held<int>; out[n++] = held<short>; out[n++] = held<long>; out[n++] = n::held<int>; out[n++] = n::f<int>();
    held_too<int>[1] = 8; held_too<int, 3>[2] = 9;
    out[n++] = held_too<int>[1]; out[n++] = held_too<int, 3>[1] + held_too<int, 3>[2]; out[n++] = sizeof(held_too<char, 5>);
    out[n++] = size_v<int>; out[n++] = size_v<char[7]>; out[n++] = sizeof a;
    held<int> = 3; held<short> = 3; n::held<int> = 5; held_too<int>[1] = 2; held_too<int, 3>[2] = 0;
}
