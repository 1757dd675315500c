// test ptx
// A carry, a byte in two places, shifts by other than bytes, masks that cut a byte, a constant's bytes, three words and zeros of which
// nothing is gained, and what is no less by permutations.
// count 0: prmt
#define K(name, e) __global__ void name(unsigned *a, unsigned x, unsigned y, unsigned z, unsigned n) { a[0] = e; }
#define L(name, e) __global__ void name(unsigned long long *a, unsigned long long v, unsigned long long w, unsigned n) { a[0] = e; }
K(a, (x & 0xffff) + (y << 8))
K(b, (x & 0xffff) ^ (y << 8))
K(c, (x & 0xff00) | (y & 0xffff))
K(d, (unsigned)((int)x >> 12) & 0xffff)
K(e, (x & 0xffff) | (y << 17))
K(f, (x & 0x7fff) | (y << 16))
K(g, (y >> 8) | 0x41000000)
K(h, (x & 255) | ((y & 255) << 8))
K(i, (x << 16) | (y >> 16))
K(j, (x & 0xffff) * 0x101u)
K(l, (x & 255) << 8)
K(m, (x & 0xffff) - (y << 16))
L(o, v << 40)
L(p, v << 8)
L(q, (v << 24) | (v >> 40))
L(r, v & 0xff00ff00ff00ff00ull)
