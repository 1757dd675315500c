#include <cuda/pipeline>
#include <cuda/barrier>

extern "C" __global__ void k(int *in, int *out) {
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    __shared__ int v[2][128];
    auto p = cuda::make_pipeline();
    for (int n = 0; n < 2; n++) {
        p.producer_acquire();
        cuda::memcpy_async(&v[n][t], in + n * 256 + i, sizeof(int), p);
        p.producer_commit();
    }
    int r = 0;
    for (int n = 0; n < 2; n++) {
        p.consumer_wait();
        r = r * 3 + v[n][t];
        p.consumer_release();
    }
    out[i] = r;
}
