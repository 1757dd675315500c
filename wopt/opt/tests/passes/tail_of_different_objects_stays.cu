// test pass=tail-merging
// Stores to two objects, and of two values, are not equal.
// not: bb bb7 (preds bb0
extern "C" __global__ void k(volatile int *q, int n)
{
    volatile int a[4], b[4];
    if (n > 3) {
        q[0] = n;
        q[1] = 4;
        a[n & 3] = 1;
    } else {
        q[5] = n;
        q[1] = 9;
        b[n & 3] = 1;
    }
    q[2] = a[0] + b[0];
}
