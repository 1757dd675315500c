// test pass=tail-merging
// Equal ends within a loop and behind it: the loop stays what it is.
// count 2: global 8 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    q[0] = n;
    q[2] = 7;
    do {
        if (q[4] > n) {
            q[1] = 5;
            q[2] = 7;
            continue;
        }
        q[6] = 2;
    } while (q[5]);
}
