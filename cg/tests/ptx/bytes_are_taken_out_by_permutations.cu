// test ptx -arch=sm_80
// Bytes and halves with zeros or signs above them, also in other operations. One shift or mask stays; and before sm_86 a byte that
// becomes a float is cut by the conversion.
// count 8: prmt.b32
// check: shr.u32
// check: and.b32
// check: shr.u32
// check: and.b32
// check: cvt.rn.f32.u32
// count 2: shr.u32
// count 2: and.b32
#define K(name, e) __global__ void name(unsigned *a, unsigned x, unsigned y, unsigned z, unsigned n) { a[0] = e; }
K(a, (x >> 8) & 255)
K(b, (unsigned)(int)(signed char)(x >> 16))
K(c, (unsigned)(int)(short)(x >> 8))
K(d, ((x >> 16) & 255) + y)
K(e, (x & 255) * 0x01010101u)
K(f, a[(y >> 8) & 255])
K(g, ((x >> 16) & 255) == 7)
K(h, (unsigned)((int)x >> 24) & 0xffff)
K(i, x >> 24)
K(j, x & 255)
K(k, __float_as_uint((float)((y >> 16) & 255)))
