// test lir=vectorize -O3 -arch=sm_80
// What inline PTX does is not looked into, whether or not it says that it writes memory.
// count 2: ld.global.u32
// count 0: .v2
struct __align__(8) V {
    int a, b;
};
extern "C" __global__ void k(V *p, int *q) {
    int a = p->a;
    asm volatile("membar.gl;");
    q[0] = a + p->b;
}
