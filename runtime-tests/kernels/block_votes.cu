// Barriers that count and vote.

extern "C" __global__ void block_votes(const int *in, int *out, int limit)
{
    unsigned t = threadIdx.x, at = blockIdx.x * blockDim.x + t;
    int v = in[at];
    int above = __syncthreads_count(v > limit);
    int all = __syncthreads_and(v > -90);
    int any = __syncthreads_or(v & 64);
    int odd = __syncthreads_count(v & 1);
    int rounds = 0;
    while (__syncthreads_or(v > 10)) {
        v = v > 10 ? v / 2 : v - 1;
        rounds++;
    }
    if (t == 0) {
        int *o = out + 5 * blockIdx.x;
        o[0] = above;
        o[1] = all != 0;
        o[2] = any != 0;
        o[3] = odd;
        o[4] = rounds;
    }
}
