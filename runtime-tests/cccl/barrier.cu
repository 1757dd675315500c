#include <cuda/barrier>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    #pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    __shared__ int v[128];
    if (t == 0)
        init(&b, 128);
    __syncthreads();
    v[t] = in[i];
    b.arrive_and_wait();
    int r = v[127 - t];
    auto token = b.arrive();
    b.wait(cuda::std::move(token));
    v[t] = r * 2;
    b.arrive_and_wait();
    out[i] = v[t ^ 1];
}
