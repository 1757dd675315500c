// Each lane takes the lock after another gave it up, and reads what that one wrote: no value loaded is one a warp, and nothing races.
__device__ int lock, data, now, next;
__global__ void spin(int *out) {
    while (atomicCAS(&lock, 0, 1) != 0) ;
    __threadfence();
    int v = data;
    data = v + 1;
    __threadfence();
    atomicExch(&lock, 0);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
__global__ void ticket(int *out) {
    int mine = atomicAdd(&next, 1);
    while (atomicAdd(&now, 0) != mine) ;
    __threadfence();
    int v = data;
    data = v + 3;
    __threadfence();
    atomicAdd(&now, 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
// Lanes take turns behind their k-th barrier of the warp.
__global__ void turns(int *out) {
    __shared__ int s;
    int lane = threadIdx.x;
    if (lane == 0) s = 0;
    __syncwarp();
    for (int l = 0; l < lane; l++) __syncwarp();
    int v = s;
    s = v + 1;
    for (int l = lane; l < 32; l++) __syncwarp();
    out[lane] = v;
}
