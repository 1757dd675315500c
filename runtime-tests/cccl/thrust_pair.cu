#include <thrust/pair.h>
#include <thrust/tuple.h>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    thrust::pair<int, float> p(in[i], 0.5f), q = thrust::make_pair(i, 1.5f);
    p.swap(q);
    int r = thrust::get<0>(p) * 3 + q.first;
    thrust::tie(p.first, p.second) = thrust::make_pair(7, 2.5f);
    thrust::tuple<short, int> x = thrust::make_tuple((short)t, r);
    out[i] = r + p.first * (int)(p.second * 2) + (p < q) + (x == thrust::make_tuple((short)3, 5)) +
             thrust::get<1>(x);
}
