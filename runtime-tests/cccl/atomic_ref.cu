#include <cuda/atomic>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (t < 64) {
        cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]), most(out[1]);
        sum.fetch_add(in[i]);
        most.fetch_max(in[i], cuda::memory_order_relaxed);
    }
}
