// test analysis=alias after=ssa -alias=spaces
// Asked for spaces alone, two shared arrays are shared memory, what __restrict__ parameters lead to is global memory;
// a local array whose address goes nowhere is told apart.
// check: mine: overlaps mine; this thread's alone
// next: global: overlaps global
// next: shared: overlaps shared
__global__ void k(float *__restrict__ a, const float *__restrict__ b, int i) {
    __shared__ float s[32], t[32];
    float mine[4];
    mine[i & 3] = b[i];
    s[i] = mine[i & 1];
    t[i] = b[i + 1];
    __syncthreads();
    a[i] = s[31 - i] + t[i] + mine[i & 2];
}
