// A value that leaves an inner loop and the outer one behind it has an eta behind each.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, v = 0; unsigned i = t&31; 
    while (i < 100) {
        i += 32; 
        unsigned j = 0;
        do { j++; v = j;
        } while (j < in[threadIdx.y]);
    } 
    out[t + threadIdx.y * 8] = v;
}
