// test ptx -O3 -arch=sm_80
// An array that an index decides of lives in memory.
// check: .local
// check: st.local
// check: ld.local
extern "C" __global__ void k(int *p, int i) {
    int a[8];
    for (int k = 0; k < 8; k++) a[k] = p[k];
    p[9] = a[i];
}
