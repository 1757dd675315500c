// printf of every kind of argument, from divergent code, from a function called out of line, and its result.
#if defined(__clang__) && !defined(__OPTX__)
extern "C" __device__ int printf(const char *, ...);
#endif

__device__ __noinline__ int shout(const char *word, int times)
{
    int total = 0;
    for (int k = 0; k < times; k++) total += printf("%s! ", word);
    return total + printf("\n");
}

extern "C" __global__ void printing(const int *in, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i];
    unsigned char small = v;
    short half = v;
    float f = v * 0.25f;
    if (v % 3 == 0) {
        out[i] = printf("%d: int %+05d char '%c' byte %hu short %hd\n", i, v, 'a' + (v & 7), small, half);
    } else if (v % 3 == 1) {
        out[i] = printf("%d: long %lld hex %#llx float %.3f %e %g%%\n", i, (long long)v << 33, 77ULL << v, f, (double)f, f);
    } else {
        out[i] = printf("%d: text <%6.2s> width <%*d> null %p\n", i, i & 1 ? "odd" : "even", v, i, (void *)0);
    }
    __syncthreads();
    if (i == 5) out[n] = shout("ho", 3);
}
