// test pass=unswitching
// Threads that loaded different numbers would wait at different barriers.
// count 2: ~bar.sync
__global__ void k(float *o, const float *p, int *q, int n) {
  __shared__ float t[64];
  float s = 0;
  int flag = q[0];
  q[0] = 7;
  for (int i = 0; i < n; i++) {
    if (flag) t[threadIdx.x] = p[i];
    else t[threadIdx.x] = s * 2.0f;
    __syncthreads();
    s += t[threadIdx.x ^ 1];
    __syncthreads();
  }
  o[0] = s;
}
