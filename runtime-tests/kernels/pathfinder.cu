// Dynamic programming over rows: the cheapest path downwards; each block redoes a halo of columns.

#define STEPS 8
#define BLOCK 128

extern "C" __global__ void pathfinder(const int *wall, const int *start, int *result, int cols)
{
    __shared__ int row[2][BLOCK];
    int own = BLOCK - 2 * STEPS;
    int x = blockIdx.x * own + threadIdx.x - STEPS;
    int tid = threadIdx.x;
    int valid = x >= 0 && x < cols;
    int from = 0;
    row[0][tid] = valid ? start[x] : 0x3fffffff;
    row[1][tid] = 0x3fffffff;
    __syncthreads();
    for (int r = 0; r < STEPS; r++) {
        int to = 1 - from;
        if (valid && tid > r && tid < BLOCK - 1 - r) {
            int best = min(row[from][tid], min(row[from][tid - 1], row[from][tid + 1]));
            row[to][tid] = best + wall[r * cols + x];
        }
        __syncthreads();
        from = to;
    }
    if (valid && tid >= STEPS && tid < BLOCK - STEPS)
        result[x] = row[from][tid];
}
