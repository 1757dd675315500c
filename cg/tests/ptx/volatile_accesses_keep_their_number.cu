// test ptx -O3 -arch=sm_80
// As many accesses as the source has, whatever they read.
// count 3: ld.volatile
// count 2: st.volatile
extern "C" __global__ void k(volatile int *v, int *p) {
    int a = v[0] + v[0];
    v[1] = a;
    v[1] = a;
    v[2];
    p[0] = a;
}
