// Packing through a union with bit-fields, signed and unsigned.

struct Fields {
    unsigned a : 5;
    unsigned b : 7;
    int c : 9;
    unsigned d : 11;
};

union Packed {
    struct Fields f;
    unsigned word;
    unsigned char bytes[4];
};

extern "C" __global__ void bitfields(const unsigned *in, unsigned *out, int *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    union Packed p;
    p.word = in[i];
    sums[i] = (int)p.f.a + (int)p.f.b * 3 + p.f.c * 5 + (int)p.f.d * 7;
    p.f.a += 9;
    p.f.b ^= 0x55;
    p.f.c = p.f.c / 2;
    p.f.d = p.f.d * 3 + p.bytes[1];
    out[i] = p.word;
}
