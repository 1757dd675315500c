// test ptx -O3 -arch=sm_80
// A constant of a word or more is stored as it is, without a register.
// check: st.global.u32 [%rd0], 5;
// check: st.global.u64 [%rd1+8], -7;
// not: mov.
extern "C" __global__ void k(int *p, long long *q) {
    p[0] = 5;
    q[1] = -7;
}
