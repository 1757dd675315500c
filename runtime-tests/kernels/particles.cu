// Particles in a box: structures of float4, reflected at the walls.

struct Particle {
    float4 place;
    float4 speed;
};

struct Box {
    float3 low;
    float3 high;
    float dt;
    int bounce;
};

static __device__ void axis(float *p, float *v, float low, float high, struct Box box)
{
    *p += *v * box.dt;
    if (*p < low || *p > high) {
        if (box.bounce)
            *v = -*v;
        *p = *p < low ? low : high;
    }
}

extern "C" __global__ void particles(struct Particle *all, struct Box box, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    struct Particle p = all[i];
    axis(&p.place.x, &p.speed.x, box.low.x, box.high.x, box);
    axis(&p.place.y, &p.speed.y, box.low.y, box.high.y, box);
    axis(&p.place.z, &p.speed.z, box.low.z, box.high.z, box);
    p.place.w += 1.0f;
    all[i] = p;
}
