// test ptx -O3 -arch=sm_80
// There is no such store: the address is made generic, for who has taken `const` away on a path that never runs.
// check: cvta.const.u64
// check: st.u32
// not: st.const
__constant__ int c[8];
extern "C" __global__ void k(int *o, int n) {
    int *p = (int *)c + n;
    if (n < 0) *p = 3;
    o[0] = c[n & 7];
}
