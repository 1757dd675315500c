// test pass=tail-merging
// A barrier is in both arms: who comes to which stays as it was, and so does the store behind it.
// count 2: ~bar.sync
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = 4;
        __syncthreads();
        q[2] = 7;
    } else {
        q[5] = n;
        q[1] = 9;
        __syncthreads();
        q[2] = 7;
    }
}
