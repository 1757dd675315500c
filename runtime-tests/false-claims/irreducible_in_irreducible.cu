// By which entry threads come into a cycle inside an irreducible one parts them too.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, a = 0, j = 0;
    if (n > 100) goto M1;
T1:
    a++;
M1:
    j = 0;
    if (in[t] > 3) goto M2;
T2:
    j++;
M2:
    j++;
    out[t] = j;
    if (j < n) goto T2;
    a++;
    if (a < n) goto T1;
    out[t + 64] = a + j;
}
