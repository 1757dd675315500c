// test lir=vectorize -O3 -arch=sm_80
// What is stored before a barrier is there behind it.
// count 2: st.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int n) {
    p->a = n;
    __syncthreads();
    p->b = n + 1;
}
