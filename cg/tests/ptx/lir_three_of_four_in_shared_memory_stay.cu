// test lir=vectorize -O3 -arch=sm_80
// Behind the object shared memory may end, and a load there is one access for each bank anyway.
// count 1: ld.shared.v2.f32
// count 1: ld.shared.f32
extern "C" __global__ void k(float *o, const float *p) {
    __shared__ __align__(16) float s[3];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    o[threadIdx.x] = s[0] + s[1] + s[2];
}
