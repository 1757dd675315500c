// test lir=latches -O3 -arch=sm_80
// What the loop's copy writes over is what is stored behind it.
// count 2: bra
extern "C" __global__ void k(unsigned *p, unsigned v, unsigned *q) {
    unsigned old = 0, before = 7, seen;
    while ((seen = atomicExch(p, old + v)) != 5) {
        before = old;
        old = seen;
    }
    *q = before + old;
}
