// Arrays of structures in constant memory: with initialisers, and filled from outside.

struct Filter {
    float taps[5];
    int count;
    char mode;
    short shift;
};

__constant__ Filter fixed[2] = {{{0.25f, 0.5f, 0.25f}, 3, 'a', -1}, {{1.0f, -2.0f, 4.0f, -2.0f, 1.0f}, 5, 'b', -2}};
__constant__ Filter given[2];
__device__ int uses[2];

extern "C" __global__ void constant_structs(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const Filter *f = i & 1 ? given : fixed;
    f += i >> 1 & 1;
    float sum = 0.0f;
    for (int k = 0; k < f->count; k++) {
        int at = i + k + f->shift;
        if (at >= 0 && at < n)
            sum += f->taps[k] * in[at];
    }
    if (f->mode == 'b')
        atomicAdd(&uses[0], 1);
    else
        atomicAdd(uses + 1, (int)f->mode);
    out[i] = sum;
}
