// test lir=vectorize -O3 -arch=sm_80
// Two loads, one vector.
// count 0: ld.global.u32
// check: ld.global.v2.u32
// check: st.global.v2.u32
extern "C" __global__ void k(int2 *p, const int2 *q) {
    p[0] = q[0];
}
