#include <cuda/atomic>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> a;
    if (t == 0)
        a.store(0);
    __syncthreads();
    a.fetch_add(in[i], cuda::memory_order_relaxed);
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = a.load();
}
