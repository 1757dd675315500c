// Nearest centre of each point, coordinates stored by dimension.

extern "C" __global__ void kmeans(const float *points, const float *centres, int *label, int *members,
                                  int n, int k, int dims)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int best = 0;
    float least = 3.4e38f;
    for (int c = 0; c < k; c++) {
        float d2 = 0.0f;
        int d = 0;
        do {
            float diff = points[d * n + i] - centres[c * dims + d];
            d2 += diff * diff;
        } while (++d < dims);
        if (d2 < least) {
            least = d2;
            best = c;
        }
    }
    label[i] = best;
    atomicAdd(&members[best], 1);
}
