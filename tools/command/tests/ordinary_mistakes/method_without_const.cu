// The kernel's view is const, the method that it calls is not.
#include <cuda_runtime.h>

struct Grid {
    float *cells;
    int width, height;
    __device__ float &at(int x, int y) { return cells[y * width + x]; }
    __device__ bool contains(int x, int y) { return x >= 0 && y >= 0 && x < width && y < height; }
};

__global__ void smooth(const Grid from, Grid to) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (!from.contains(x, y)) return;
    float sum = 0;
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (from.contains(x + dx, y + dy)) {
                sum += from.at(x + dx, y + dy);
                count++;
            }
    to.at(x, y) = sum / count;
}

int main() {
    Grid a{nullptr, 256, 256}, b{nullptr, 256, 256};
    cudaMalloc(&a.cells, 256 * 256 * sizeof(float));
    cudaMalloc(&b.cells, 256 * 256 * sizeof(float));
    smooth<<<dim3(16, 16), dim3(16, 16)>>>(a, b);
    return cudaDeviceSynchronize();
}
