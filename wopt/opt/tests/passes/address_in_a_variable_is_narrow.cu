// test pass=narrow-addresses
// The address that a sum reads and writes is a variable, whose one copy in 32 bits is assigned where it was.
// check: (v13.1) (U4ADD
// not: (U8ADD
extern "C" __global__ void k(unsigned *p, int n)
{
    __shared__ unsigned t[64];
    t[n] = 1;
    __syncthreads();
    t[n ^ 3] += 5;
    t[n ^ 3] -= 3;
    __syncthreads();
    *p = t[2];
}
