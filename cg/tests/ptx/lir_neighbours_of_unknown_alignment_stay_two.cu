// test lir=vectorize -O3 -arch=sm_80
// Nothing says that the pair lies at a multiple of eight.
// count 2: ld.global.u32
// count 2: st.global.u32
// count 0: .v2
extern "C" __global__ void k(int *p, const int *q) {
    int a = q[0], b = q[1];
    p[0] = a;
    p[1] = b;
}
