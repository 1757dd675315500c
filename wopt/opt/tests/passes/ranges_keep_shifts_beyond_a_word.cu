// test pass=range-propagation
// Of 33 both shifts are 0; a sign comes in; the amounts are another width together; of 64 bits there is no instruction.
// count 0: shf
__global__ void k(unsigned *a, unsigned long long *b, unsigned x, unsigned long long v, unsigned n) {
    unsigned m = n % 34, l = n & 31;
    a[0] = (x << m) | (x >> (32 - m));
    a[1] = (x << n) | (x >> (32 - n));
    a[2] = (x << l) | (unsigned)((int)x >> (32 - l));
    a[3] = (x << l) | (x >> (31 - l));
    a[4] = (x << l) - (x >> (32 - l));
    b[0] = (v << l) | (v >> (64 - l));
}
