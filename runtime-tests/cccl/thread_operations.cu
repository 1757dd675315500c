#include <cub/thread/thread_reduce.cuh>
#include <cub/thread/thread_sort.cuh>
#include <cub/thread/thread_search.cuh>
#include <cuda/std/functional>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    int x[4] = {in[i], in[511 - i], i, 7}, places[4] = {0, 1, 2, 3};
    int sum = cub::ThreadReduce(x, cuda::std::plus<>());
    cub::StableOddEvenSort(x, places, [](int a, int b) { return a < b; });
    out[i] = sum + 3 * places[0] + 5 * x[2] + (int)cub::UpperBound(x, 4, i);
}
