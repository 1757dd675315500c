// test ptx -O3 -arch=sm_80
// Constraint `n` is for places where PTX takes no register.
// check: , 5, 11; }
extern "C" __global__ void k(unsigned *p) {
    unsigned field;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"(p[0]), "n"(5), "n"(11));
    p[0] = field;
}
