#include <cuda/atomic>
#include <cuda/std/atomic>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    __shared__ cuda::std::atomic<unsigned> a;
    __shared__ cuda::atomic<long long, cuda::thread_scope_block> b;
    if (t == 0) {
        a.store(0, cuda::std::memory_order_relaxed);
        b = 5;
    }
    __syncthreads();
    a |= 1u << (in[i] & 31);
    b += in[i];
    if (t == 7) {
        unsigned seen = 1;
        while (!a.compare_exchange_weak(seen, seen ^ 0x80000000u))
            ;
    }
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
    __syncthreads();
    if (t == 0) {
        out[2 * blockIdx.x] = (int)(a.load(cuda::std::memory_order_acquire) & 0x7fffffff);
        out[2 * blockIdx.x + 1] = (int)b.exchange(3);
    }
}
