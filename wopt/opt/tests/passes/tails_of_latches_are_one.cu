// test pass=tail-merging
// Both ways round the loop step and store alike: one latch.
// count 1: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    for (int i = 0; i < n;) {
        if (q[7] > i) {
            q[0] = i;
            q[1] = 4;
            i += 2;
            q[2] = i;
            continue;
        }
        q[4] = n;
        i += 2;
        q[2] = i;
    }
}
