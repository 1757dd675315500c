// A structure by value with nested structures, arrays inside, an over-aligned member; no padding, which copies may read.

struct __align__(16) Wide {
    short a, c;
    float b;
    double d;
};

struct Tight {
    char tag[4];
    int value;
    short half, more;
};

struct Inner {
    unsigned char bytes[8];
    short pair[2];
};

struct Config {
    char kind[8];
    double scale;
    int dims[3];
    struct Inner inner[2];
    int fill[3];
    struct Wide wide;
    struct Tight tight;
    int between;
    long long last, more;
};

static __device__ int total(struct Inner in)
{
    int sum = in.pair[0] * 2 + in.pair[1] * 3;
    for (int k = 0; k < 8; k++)
        sum += in.bytes[k];
    return sum;
}

extern "C" __global__ void struct_params(double *out, long long *sums, struct Config c, struct Tight t, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    struct Config mine = c;
    mine.dims[i % 3] += i;
    mine.inner[i & 1].bytes[i % 8] ^= 0x55;
    mine.tight.value -= i;
    t.half = (short)(t.half * (i + 1));
    out[i] = mine.scale * mine.dims[i % 3] + mine.wide.b + mine.wide.a;
    sums[i] = total(mine.inner[0]) + 1000ll * total(mine.inner[1]) + mine.tight.value + mine.tight.tag[0] +
              mine.tight.half + mine.last + t.tag[0] + t.value + t.half + mine.kind[0];
}
