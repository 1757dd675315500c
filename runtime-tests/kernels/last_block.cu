// The block that comes last adds up what the others left: fences, and a counter that wraps.

__device__ unsigned arrived;

extern "C" __global__ void last_block(const int *in, volatile int *part, int *total, int n)
{
    __shared__ int sum[96];
    __shared__ bool last;
    unsigned t = threadIdx.x;
    int mine = 0;
    for (int at = blockIdx.x * blockDim.x + t; at < n; at += gridDim.x * blockDim.x)
        mine += in[at];
    sum[t] = mine;
    __syncthreads();
    if (t == 0) {
        int all = 0;
        for (int k = 0; k < 96; k++)
            all += sum[k];
        part[blockIdx.x] = all;
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        int all = 0;
        for (int k = 0; k < gridDim.x; k++)
            all += part[k] * (k + 1);
        __threadfence_block();
        total[0] += all;
        __threadfence_system();
    }
}
