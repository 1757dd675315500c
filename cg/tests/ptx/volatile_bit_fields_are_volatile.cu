// test ptx -O3 -arch=sm_80
// A bit-field that is written is read first.
// count 3: ld.volatile
// count 1: st.volatile
struct B {
    int a : 3;
    unsigned b : 5;
};
extern "C" __global__ void k(volatile B *v, int *p) {
    p[0] = v->a + v->a;
    v->b = 3;
}
