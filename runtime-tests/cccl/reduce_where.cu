#include <cub/block/block_reduce.cuh>
#include <cub/thread/thread_operators.cuh>
#include <cub/util_type.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    typedef cub::KeyValuePair<int, int> P;
    typedef cub::BlockReduce<P, 128> B;
    __shared__ B::TempStorage s;
    P r = B(s).Reduce(P(i, in[i]), cub::ArgMax());
    if (t == 0) {
        out[2 * blockIdx.x] = r.key;
        out[2 * blockIdx.x + 1] = r.value;
    }
}
