// test pass=tail-merging
// Ends of blocks that return: a jump to a common one would be one more.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = 5;
        q[2] = n;
        return;
    }
    q[5] = n;
    __syncthreads();
    q[2] = n;
}
