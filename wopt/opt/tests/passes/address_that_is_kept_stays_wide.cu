// test pass=narrow-addresses
// The address is compared in 64 bits too: both stand.
// check: shared v14.1
// check: ~cvta.shared v6.1
extern "C" __global__ void k(unsigned *p, unsigned **q, int n)
{
    __shared__ unsigned t[64];
    unsigned *e = &t[n ^ 3];
    *e += 5;
    *q = e;
    __syncthreads();
    *p = t[2];
}
