// A loop with two entries, written with goto.

extern "C" __global__ void irreducible(const unsigned *in, unsigned *out, unsigned *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned x = in[i];
    unsigned count = 0;
    if (x & 1)
        goto odd;
even:
    x = x / 2 + 12345u;
    count += 1;
    if (count > 60)
        goto done;
    if ((x & 3) == 3)
        goto even;
odd:
    x = x * 5u + 3u;
    x ^= x >> 7;
    count += 4;
    if ((x & 31) != 7)
        goto even;
done:
    out[i] = x;
    steps[i] = count;
}
