// test pass=tail-merging
// What comes to the loop's head from before it and from its latch ends alike: the head stays the head.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 9)
        return;
    q[0] = n;
    q[2] = 7;
top:
    q[3] = 1;
    if (q[4]) {
        q[1] = 5;
        q[2] = 7;
        goto top;
    }
}
