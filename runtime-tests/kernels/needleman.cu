// Sequence alignment (Needleman and Wunsch): a block a pair, a wavefront of anti-diagonals.

#define MAXA 90
#define MAXB 70

extern "C" __global__ void needleman(const int *a, const int *b, int *score, int gap)
{
    __shared__ int m[MAXA + 1][MAXB + 1];
    const int *sa = a + blockIdx.x * MAXA;
    const int *sb = b + blockIdx.x * MAXB;
    for (int i = threadIdx.x; i <= MAXA; i += blockDim.x)
        m[i][0] = -gap * i;
    for (int j = threadIdx.x + 1; j <= MAXB; j += blockDim.x)
        m[0][j] = -gap * j;
    __syncthreads();
    for (int d = 2; d <= MAXA + MAXB; d++) {
        int i = threadIdx.x + 1;
        int j = d - i;
        if (i <= MAXA && j >= 1 && j <= MAXB) {
            int diag = m[i - 1][j - 1] + (sa[i - 1] == sb[j - 1] ? 5 : -3);
            int up = m[i - 1][j] - gap;
            int left = m[i][j - 1] - gap;
            int best = diag > up ? diag : up;
            m[i][j] = best > left ? best : left;
        }
        __syncthreads();
    }
    for (int j = threadIdx.x; j <= MAXB; j += blockDim.x)
        score[blockIdx.x * (MAXB + 1) + j] = m[MAXA][j];
}
