// test pass=unswitching
// All threads of all blocks go to one copy of the barrier.
// count 4: ~bar.sync
__global__ void k(float *o, const float *p, int n, int flag) {
  __shared__ float t[64];
  float s = 0;
  for (int i = 0; i < n; i++) {
    if (flag) t[threadIdx.x] = p[i];
    else t[threadIdx.x] = s * 2.0f;
    __syncthreads();
    s += t[threadIdx.x ^ 1];
    __syncthreads();
  }
  o[0] = s;
}
