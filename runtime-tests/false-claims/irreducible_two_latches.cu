// In a loop inside an irreducible cycle nobody counts rounds.
__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
    unsigned t = threadIdx.x, a = 0, j = 0, s = 0;
    if (n > 100) goto M1;
T1:
    j = 0;
L:
    j++;
    if (j < n && t > s) goto L;
    s += j;
    if (j < n) goto L;
M1:
    a++;
    if (a < n) goto T1;
    out[t] = a + s;
}
