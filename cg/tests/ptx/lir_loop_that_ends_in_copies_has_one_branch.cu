// test lir=latches -O3 -arch=sm_80
// Who leaves copies as well, and does not read it.
// count 1: bra
extern "C" __global__ void k(unsigned *p, unsigned v) {
    unsigned old = 0, seen;
    while ((seen = atomicCAS(p, old, old + v)) != old)
        old = seen;
}
