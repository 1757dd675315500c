// test lir=predicate -O3 -arch=sm_80
// What only the arm holds held nothing before: `undef` says so.
// check: undef %
// check: @%p0 ld.global
// check: @%p0 st.global
// count 0: bra
extern "C" __global__ void k(int *p, int a) {
    if (a > 3) p[1] = p[0];
}
