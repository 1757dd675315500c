// Tree reduction in dynamic shared memory, two elements a thread; sums are added to what is there.

extern __shared__ int part[];

extern "C" __global__ void reduce_shared(const int *in, int *sums, int *largest, int n)
{
    int *most = part + blockDim.x;
    int tid = threadIdx.x;
    int i = blockIdx.x * (blockDim.x * 2) + tid;
    int a = i < n ? in[i] : 0;
    int b = i + blockDim.x < n ? in[i + blockDim.x] : 0;
    part[tid] = a + b;
    most[tid] = a > b ? a : b;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride) {
            part[tid] += part[tid + stride];
            if (most[tid + stride] > most[tid])
                most[tid] = most[tid + stride];
        }
        __syncthreads();
    }
    if (tid == 0) {
        sums[blockIdx.x] += part[0];
        largest[blockIdx.x] = most[tid];
    }
}
