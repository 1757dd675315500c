// test pass=tail-merging
// The join holds a barrier: no new edge leads to it.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = 4;
        q[2] = 7;
    } else {
        q[5] = n;
        q[1] = 9;
        q[2] = 7;
    }
    __syncthreads();
    q[3] = 1;
}
