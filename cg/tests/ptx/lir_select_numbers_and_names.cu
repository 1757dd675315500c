// test lir=select -O3 -arch=sm_80
// Selection names the variables of registers, and gives edges and depth.
// check: lir kernel k
// check: depth 0
// check: depth 1
// check: st.global.u32
// check: ret
extern "C" __global__ void k(int *p, int n) {
    for (int i = 0; i < n; i++) p[i] = i;
}
