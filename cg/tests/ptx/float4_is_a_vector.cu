// test ptx -O3 -arch=sm_80
// Four floats aligned to sixteen bytes are one access.
// check: ld.global.v4.f32
// check: st.global.v4.f32
extern "C" __global__ void k(float4 *p, const float4 *q) {
    p[threadIdx.x] = q[threadIdx.x];
}
