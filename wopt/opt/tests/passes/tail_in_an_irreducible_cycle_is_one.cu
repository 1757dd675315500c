// test pass=tail-merging
// A cycle with two entries: the arms in it lie in one cycle, and their ends become one.
// count 1: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n & 1)
        goto middle;
top:
    q[3] = n;
middle:
    if (q[7] > 1) {
        q[0] = n;
        q[1] = 4;
        q[2] = 7;
    } else {
        q[4] = n;
        q[5] = 1;
        q[2] = 7;
    }
    if (q[8])
        goto top;
}
