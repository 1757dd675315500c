// Two loops whose heads stand at one place of the text are one cycle there: it counts rounds otherwise.
__global__ void k(unsigned *out, const unsigned *in) {
    unsigned t = threadIdx.x, c0 = 0, c1 = 0, s = 0;
    do {
        do { c0++; } while (c0 < 2 && (t & 8));
        c1++;
        s += c1;
    } while (c1 < 4 && in[t] > 3);
    out[t + threadIdx.y * blockDim.x] = s + c0;
}
