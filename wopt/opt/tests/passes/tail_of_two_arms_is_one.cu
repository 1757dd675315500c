// test pass=tail-merging
// Both arms end with a load and a volatile store, equal but for the load's register: one copy, with what places have in common.
// count 1: (ivar I4 global v11 4
// count 1: volatile-store I4 global 8 ()
extern "C" __global__ void k(int *p, volatile int *q, int n)
{
    if (n > 3) {
        q[0] = n;
        q[1] = n * 5;
        q[2] = p[1];
    } else {
        q[5] = n;
        q[6] = n + 8;
        q[2] = p[1];
    }
}
