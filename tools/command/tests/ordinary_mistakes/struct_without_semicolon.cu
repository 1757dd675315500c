// The semicolon behind the structure is missing.
#include <cuda_runtime.h>

struct Particle {
    float3 position;
    float3 velocity;
    float mass;
}

__global__ void move(Particle *particles, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    p.position.x += p.velocity.x * dt;
    p.position.y += p.velocity.y * dt;
    p.position.z += p.velocity.z * dt;
    particles[i] = p;
}

int main() {
    Particle *particles;
    cudaMalloc(&particles, 512 * sizeof(Particle));
    move<<<2, 256>>>(particles, 512, 0.01f);
    return cudaDeviceSynchronize();
}
