// Floats through unions and pointers to their bits.

union Bits {
    float f;
    unsigned u;
    int i;
    unsigned char b[4];
    struct {
        unsigned mantissa : 23;
        unsigned exponent : 8;
        unsigned sign : 1;
    } part;
};

union Wide {
    double d;
    unsigned long long u;
    unsigned word[2];
    unsigned short half[4];
};

extern "C" __global__ void type_punning(const float *in, unsigned *fields, float *next, double *built, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    union Bits x;
    x.f = in[i];
    fields[2 * i] = x.part.exponent << 16 | x.b[3] << 8 | x.b[0];
    fields[2 * i + 1] = *(unsigned *)&x.f ^ x.part.mantissa;
    x.i += x.i < 0 ? -1 : 1;
    next[i] = x.f;
    union Wide w;
    w.d = in[i];
    w.word[0] = (unsigned)i * 2654435761u;
    w.half[3] ^= 0x8000;
    built[i] = w.d;
}
