__global__ void scale(float *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] *= 2;
}
