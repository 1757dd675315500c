// test ptx
// Also of two values, also as a sum; of half the width it is no instruction. A word of what is shifted by less than 32 is one.
// count 8: shf.l.wrap.b32
// count 1: shf.r.wrap.b32
// count 0: shl
// count 1: shr.u64
__global__ void k(unsigned long long *a, unsigned *b, unsigned long long x, unsigned long long y, unsigned n) {
    a[0] = (x << 13) | (x >> 51);
    a[1] = (x >> 19) + (x << 45);
    a[2] = (x << 1) ^ (y >> 63);
    a[3] = (y << 40) | (x >> 24);
    a[4] = (x << 32) | (x >> 32);
    b[0] = (unsigned)(x >> (n & 31));
    b[1] = (unsigned)(y >> (n & 63));
}
