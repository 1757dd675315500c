// test pass=tail-merging
// Two blocks far from each other that are equal as a whole and return: the second, which is jumped to, goes.
// count 1: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 10) goto first;
    if (n > 5) goto second;
    q[3] = 1;
    if (q[4]) goto first;
    q[5] = 1;
    return;
first:
    q[1] = n;
    q[2] = 7;
    return;
second:
    q[1] = n;
    q[2] = 7;
    return;
}
