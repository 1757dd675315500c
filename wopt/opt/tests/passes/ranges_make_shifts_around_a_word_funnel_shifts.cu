// test pass=range-propagation
// Up to 32 of two values, which 32 tells from 0; as a sum and a difference of bits too.
// count 2: shf.l.wrap
// count 1: shf.r.wrap
// count 1: shf.l.clamp
// count 1: shf.r.clamp
__global__ void k(unsigned *a, unsigned x, unsigned y, unsigned n) {
    unsigned m = n % 33, l = n & 31;
    a[0] = (x << m) | (x >> (32 - m));
    a[1] = (x << l) ^ (y >> (32 - l));
    a[2] = (x >> m) + (x << (32 - m));
    a[3] = (x << m) | (y >> (32 - m));
    a[4] = (x >> m) | (y << (32 - m));
}
