// test lir=predicate
// What ptxas makes many instructions of runs under the arm's guard; the address, which is one, always.
// check: @%p0 div.u32
extern "C" __global__ void k(unsigned *p, unsigned n, unsigned d)
{
    unsigned t = threadIdx.x;
    if (t < n)
        p[t] = t / d;
}
