#include <thrust/tuple.h>
#include <thrust/pair.h>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    thrust::tuple<int, float, char> x(in[i], 2.0f, 3);
    thrust::pair<int, int> p = thrust::make_pair(i, 2);
    out[i] = thrust::get<0>(x) + (int)thrust::get<1>(x) * thrust::get<2>(x) + p.first - p.second;
}
