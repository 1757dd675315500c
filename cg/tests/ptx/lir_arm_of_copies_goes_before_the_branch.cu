// test lir=predicate -O3 -arch=sm_80
// `mov`, and the load under a guard.
// count 1: @%p0 ld.global.u32
// count 0: bra.uni
extern "C" __global__ void k(int *out, const int *in, int n) {
    int i = threadIdx.x;
    out[i] = i > n ? in[i - 1] : 7;
}
