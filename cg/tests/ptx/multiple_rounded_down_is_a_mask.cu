// test ptx
// Quotients by a power of two that are multiplied again, and what its low bits are taken off.
// count 5: and.b32
// not: shr
// not: mul
// not: sub
__global__ void k(unsigned *a, unsigned x) {
    a[0] = x / 8 * 8;
    a[1] = (x + 31) / 32 * 32;
    a[2] = ((x >> 4) & 15) * 16;
    a[3] = x - x / 4 * 4;
    a[4] = x - (x & 63);
}
