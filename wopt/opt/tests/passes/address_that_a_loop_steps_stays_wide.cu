// test pass=narrow-addresses
// A pointer that a loop steps is a phi, no sum: it stays as it is.
// check: shared v4.2
extern "C" __global__ void k(unsigned *p, int n)
{
    __shared__ unsigned t[64];
    for (unsigned *e = t; e != t + n; e += 2)
        *e += 5;
    __syncthreads();
    *p = t[2];
}
