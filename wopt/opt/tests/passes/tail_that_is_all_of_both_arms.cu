// test pass=tail-merging
// Arms that are equal as a whole decide nothing: the branch goes.
// not: (branch
// count 1: volatile-store
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n == 3)
        q[1] = 5;
    else
        q[1] = 5;
}
