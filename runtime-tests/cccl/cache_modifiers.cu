#include <cub/thread/thread_load.cuh>
#include <cub/thread/thread_store.cuh>
#include <cub/iterator/cache_modified_input_iterator.cuh>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    cub::CacheModifiedInputIterator<cub::LOAD_LDG, int> from(in);
    int x = cub::ThreadLoad<cub::LOAD_CG>(in + i) + from[511 - i] + *(from + t);
    cub::ThreadStore<cub::STORE_WB>(out + i, x);
}
