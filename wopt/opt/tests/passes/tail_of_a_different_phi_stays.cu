// test pass=tail-merging
// What the join reads is another value from each arm: the copies behind the stores differ.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n, int m)
{
    int x;
    if (n > 3) {
        q[0] = n;
        q[2] = 7;
        x = n * 3;
    } else {
        q[5] = n;
        q[2] = 7;
        x = m * 9;
    }
    q[x] = n;
}
