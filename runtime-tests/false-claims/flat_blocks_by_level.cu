// A kernel whose source reads an index along y is launched with blocks of two dimensions, whatever became of that.
__global__ void k(int *out, int n) {
    int lin = threadIdx.x + blockDim.x * threadIdx.y;
    if (lin == 5000) return;
    if (n == n) { lin++; return; }
    out[lin] = 1;
}
