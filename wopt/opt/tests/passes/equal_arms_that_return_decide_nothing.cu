// test pass=tail-merging
// Both ways of a branch lead to equal blocks: the branch goes, whichever is fallen into.
// not: (branch
// count 1: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[1] = n;
        q[2] = 7;
        return;
    }
    q[1] = n;
    q[2] = 7;
}
