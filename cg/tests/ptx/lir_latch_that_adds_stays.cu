// test lir=latches -O3 -arch=sm_80
// It does more than copy.
// count 2: bra
extern "C" __global__ void k(unsigned *p, unsigned v) {
    unsigned old = 0, seen;
    while ((seen = atomicExch(p, old)) != v)
        old = old * 3 + __popc(seen);
}
