// test ptx
// Of a word by one, however it is written; of 64 bits by one for each word.
// count 10: prmt.b32
// count 6: 0, 291;
// count 3: , 8961;
// count 1: 0, 17409;
// count 0: shl
// count 0: shr
// count 0: and
// count 0: or.b
#define K(name, e) __global__ void name(unsigned *a, unsigned x, unsigned y, unsigned z, unsigned n) { a[0] = e; }
#define L(name, e) __global__ void name(unsigned long long *a, unsigned long long v, unsigned long long w, unsigned n) { a[0] = e; }
K(a, (x << 24) | ((x & 0xff00) << 8) | ((x >> 8) & 0xff00) | (x >> 24))
K(b, (x << 24) + ((x & 0xff00) << 8) + ((x >> 8) & 0xff00) + (x >> 24))
K(c, (((x << 8) | (x >> 24)) & 0x00ff00ff) ^ (((x << 24) | (x >> 8)) & 0xff00ff00))
K(d, __byte_perm(__byte_perm(x, 0, 0x1032), 0, 0x2301))
K(e, ((x & 0xff00ff) << 8) | ((x >> 8) & 0xff00ff))
K(f, ((x << 8) & 0xff00) + ((x >> 8) & 255))
L(g, (v << 56) | ((v & 0xff00) << 40) | ((v & 0xff0000) << 24) | ((v & 0xff000000) << 8) | ((v >> 8) & 0xff000000) | ((v >> 24) & 0xff0000) | ((v >> 40) & 0xff00) | (v >> 56))
L(h, ((v & 0x00ff00ff00ff00ffull) << 8) | ((v >> 8) & 0x00ff00ff00ff00ffull))
