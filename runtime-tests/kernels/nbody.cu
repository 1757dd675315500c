// Gravitation of all sources on each target, sources in tiles of shared memory.

#define TILE 96

extern "C" __global__ void nbody(const float4 *targets, const float4 *sources, float4 *accel, int n, int m)
{
    __shared__ float4 tile[TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float px = 0.0f, py = 0.0f, pz = 0.0f;
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    if (i < n) {
        float4 p = targets[i];
        px = p.x;
        py = p.y;
        pz = p.z;
    }
    for (int base = 0; base < m; base += TILE) {
        int left = m - base < TILE ? m - base : TILE;
        if (threadIdx.x < left)
            tile[threadIdx.x] = sources[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < left; j++) {
            float dx = tile[j].x - px;
            float dy = tile[j].y - py;
            float dz = tile[j].z - pz;
            float r2 = dx * dx + dy * dy + dz * dz + 0.01f;
            float inv = 1.0f / sqrtf(r2);
            float s = tile[j].w * inv * inv * inv;
            ax += dx * s;
            ay += dy * s;
            az += dz * s;
        }
        __syncthreads();
    }
    if (i < n)
        accel[i] = make_float4(ax, ay, az, (float)m);
}
