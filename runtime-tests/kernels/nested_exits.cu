// Nested loops that threads leave at different places: the first pair whose product leaves a given rest.

extern "C" __global__ void nested_exits(const int *modulus, const int *rest, int *first, int *second,
                                        int *tries, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int m = modulus[i];
    int want = rest[i] % m;
    int tested = 0;
    int a, b = 0;
    for (a = 2; a < 24; a++) {
        if (a % 7 == 0)
            continue;
        for (b = a; b < 32; b++) {
            tested++;
            if ((a * b) % m == want)
                goto found;
            if (a + b > m)
                break;
        }
    }
    first[i] = -1;
    second[i] = tested;
    tries[i] = tested;
    return;
found:
    first[i] = a;
    second[i] = b;
    tries[i] = tested;
}
