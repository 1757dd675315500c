// test pass=tail-merging
// Lanes exchange values in each arm among those that are there.
// count 2: ~shfl
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        int x = __shfl_sync(7, n, 0);
        q[2] = x;
    } else {
        q[5] = n;
        int x = __shfl_sync(7, n, 0);
        q[2] = x;
    }
}
