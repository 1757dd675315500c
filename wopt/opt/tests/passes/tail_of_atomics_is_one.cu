// test pass=tail-merging
// Each path adds once, to one place: one atomic operation, whose result the store takes.
// count 1: ~atom.add
extern "C" __global__ void k(int *p, volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = 5;
        q[2] = atomicAdd(p, n);
    } else {
        q[5] = n;
        q[6] = 8;
        q[2] = atomicAdd(p, n);
    }
}
