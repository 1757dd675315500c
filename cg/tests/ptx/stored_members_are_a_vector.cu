// test ptx -O3 -arch=sm_80
// Members stored one by one, constants among them, are one store.
// check: st.global.v4.f32
// check: st.global.v2.u32
extern "C" __global__ void k(float4 *p, int2 *q, float a, int n) {
    p[threadIdx.x] = make_float4(a, a + 1.0f, 2.0f, a * a);
    q[threadIdx.x] = make_int2(n, 7);
}
