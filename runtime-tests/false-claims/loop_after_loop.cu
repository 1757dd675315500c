// A phi of one operand that is left of an exit stands for one loop only.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, v = 0, d = 0;
    do {
        if ((t & 7) > 9) goto end;
        v++;
    } while (v < in[t]);
    do { d++; } while (d < in[threadIdx.y]);
end:
    out[t + threadIdx.y * blockDim.x] = v;
}
