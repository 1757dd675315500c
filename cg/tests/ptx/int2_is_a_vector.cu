// test ptx -O3 -arch=sm_80
// Two words aligned to eight bytes are one access.
// check: ld.global.v2.u32
// check: st.global.v2.u32
extern "C" __global__ void k(int2 *p, const int2 *q) {
    p[threadIdx.x] = q[threadIdx.x];
}
