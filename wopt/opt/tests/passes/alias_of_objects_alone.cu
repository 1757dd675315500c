// test analysis=alias after=ssa -alias=objects
// Asked for objects, two shared arrays are told apart; what __restrict__ parameters lead to is global memory.
// check: k$s: overlaps k$s
// next: k$t: overlaps k$t
// next: mine: overlaps mine; this thread's alone
// next: global: overlaps global
// count 0: *a
__global__ void k(float *__restrict__ a, const float *__restrict__ b, int i) {
    __shared__ float s[32], t[32];
    float mine[4];
    mine[i & 3] = b[i];
    s[i] = mine[i & 1];
    t[i] = b[i + 1];
    __syncthreads();
    a[i] = s[31 - i] + t[i] + mine[i & 2];
}
