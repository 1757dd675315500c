// Sum over a block by shuffles within warps, then among the warps' sums; atomics over the grid.

static __device__ int warp_sum(int v)
{
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

extern "C" __global__ void reduce_shuffle(const int *in, int *blocks, int *total, int n)
{
    __shared__ int warps[32];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = i < n ? in[i] : 0;
    v = warp_sum(v);
    if (lane == 0)
        warps[warp] = v;
    __syncthreads();
    if (warp == 0) {
        v = lane < blockDim.x / 32 ? warps[lane] : 0;
        v = warp_sum(v);
        if (lane == 0) {
            blocks[blockIdx.x] = v;
            atomicAdd(total, v);
        }
    }
}
