// test pass=tail-merging
// The last arm shares two statements with the first, and one of them with the second.
// count 1: global 8 ()
// count 2: global 4 ()
extern "C" __global__ void k(volatile int *q, int n)
{
    if (n == 3) {
        q[0] = n;
        q[1] = 5;
        q[2] = 6;
    } else if (n == 9) {
        q[5] = n;
        q[1] = 7;
        q[2] = 6;
    } else {
        q[6] = n + 8;
        q[1] = 5;
        q[2] = 6;
    }
}
