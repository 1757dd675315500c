// The helper is a host function.
#include <cuda_runtime.h>
#include <math.h>

float gauss(float x, float sigma) {
    return expf(-x * x / (2.0f * sigma * sigma));
}

__global__ void weights(float *w, int radius, float sigma) {
    int i = threadIdx.x;
    if (i <= 2 * radius) w[i] = gauss(float(i - radius), sigma);
}

int main() {
    float *w;
    cudaMalloc(&w, 33 * sizeof(float));
    weights<<<1, 33>>>(w, 16, 2.5f);
    return cudaGetLastError();
}
