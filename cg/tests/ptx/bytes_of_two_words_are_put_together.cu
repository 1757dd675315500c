// test ptx
// One for two words, three for four; of 64 bits two.
// count 9: prmt.b32
// count 0: or.b
// count 0: and
// count 0: shl
#define K(name, e) __global__ void name(unsigned *a, unsigned x, unsigned y, unsigned z, unsigned n) { a[0] = e; }
#define L(name, e) __global__ void name(unsigned long long *a, unsigned long long v, unsigned long long w, unsigned n) { a[0] = e; }
K(a, (x & 0xffff) | (y << 16))
K(b, (x & 0xffff00ff) | ((y & 255) << 8))
K(c, (x & 0xff00ff00) ^ (y & 0x00ff00ff))
K(d, (x >> 16) + (y & 0xffff0000))
K(e, (x & 255) | ((y & 255) << 8) | ((z & 255) << 16) | (n << 24))
L(f, (v & 0x0000ffff0000ffffull) | (w & 0xffff0000ffff0000ull))
