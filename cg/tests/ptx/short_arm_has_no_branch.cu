// test ptx -O3 -arch=sm_80
// A short arm is guarded instructions.
// count 0: bra
// check: @%p0 st.global
extern "C" __global__ void k(volatile int *v, int *p, int a) {
    __shared__ int s[32];
    s[a & 31] = a;
    if (a > 3) {
        p[0] = a;
    }
    p[1] = s[2];
}
