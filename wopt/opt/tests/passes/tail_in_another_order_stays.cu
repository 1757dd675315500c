// test pass=tail-merging
// The same volatile stores in two orders.
// count 2: global 8 ()
// count 2: global 4 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = 4;
        q[2] = 7;
    } else {
        q[5] = n;
        q[2] = 7;
        q[1] = 4;
    }
}
