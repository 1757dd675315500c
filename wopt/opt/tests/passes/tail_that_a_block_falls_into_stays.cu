// test pass=tail-merging
// Equal blocks that return, each fallen into by its branch: one of the paths would have to jump.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[1] = n;
        q[2] = 7;
        return;
    }
    q[3] = 5;
    if (q[4]) {
        q[1] = n;
        q[2] = 7;
        return;
    }
    q[5] = 1;
}
