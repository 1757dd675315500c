// Pointers to pointers, differences, comparisons, casts to other types and to integers.

static __device__ int walk(const int *const *rows, int count, const int **end)
{
    int sum = 0;
    for (const int *const *r = rows; r < rows + count; r++) {
        const int *p = *r;
        while (*p >= 0 && p - *r < 7)
            sum += *p++;
        *end = p;
    }
    return sum;
}

extern "C" __global__ void pointer_walks(const int *in, int *out, unsigned long long *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int *base = in + 32 * i, *rows[4], *end = 0;
    for (int k = 0; k < 4; k++)
        rows[(k + i) % 4] = base + 8 * k;
    const int **middle = &rows[1];
    int sum = walk(rows, 4, &end);
    long long back = end - base;
    sum += 1000 * (int)back + 100000 * (middle[-1] < middle[1]) + 200000 * (&rows[3] - middle == 2);
    const unsigned char *bytes = (const unsigned char *)(rows[0] + 1);
    const short *shorts = (const short *)bytes;
    const void *any = middle[2];
    sum += bytes[0] + bytes[3] * 3 + shorts[1] + ((const int *)any)[2] + *(&base[5] - 2);
    out[i] = sum;
    bits[i] = ((unsigned long long)rows[2] - (unsigned long long)in) | (unsigned long long)(bytes - (const unsigned char *)in) << 32;
}
