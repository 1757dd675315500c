// Blocks of three axes, rows of 32 threads: what a row has is one value for a warp, and another warp's is another.
__global__ void k(int *out, const int *in, int n) {
    int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
    int row = y + blockDim.y * z, at = (blockIdx.x * 8 + row) * 32 + x;
    int a = in[row], b = in[row + 8] * y, c = in[row + 16] + z, d = in[row + 24] ^ row, e = in[row + 1] * 3, f = in[row + 2] * 5;
    int v = in[x], s = row * 7 - x * 3;
    for (int i = 0; i < n; i++) {
        v += a * i + b; v ^= c + d; v += e - f + s;
        a += b; d += i + row; s += a;
    }
    out[at] = v + a + b + c + d + e + f + s;
}
