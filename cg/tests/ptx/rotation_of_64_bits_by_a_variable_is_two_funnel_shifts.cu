// test ptx
// Behind an exchange of the words; not of two values, nor as a sum or a difference, of which 0 is another value, nor by other rests.
// count 4: shf.l.wrap.b32
// count 4: shf.r.wrap.b32
// count 8: selp.b32
// count 5: shl.b64
#define L(name, e) __global__ void name(unsigned long long *a, unsigned long long v, unsigned long long w, unsigned n) { a[0] = e; }
L(a, (v << (n & 63)) | (v >> (-n & 63)))
L(b, (v << (n & 63)) | (v >> ((64 - n) & 63)))
L(c, (v >> (n & 63)) | (v << (-n & 63)))
L(d, (v >> (n & 63)) | (v << ((64 - n) & 63)))
L(e, (v << (n & 63)) | (w >> (-n & 63)))
L(f, (v << (n & 63)) + (v >> (-n & 63)))
L(g, (v << (n & 63)) ^ (v >> (-n & 63)))
L(h, (v << (n & 31)) | (v >> (-n & 31)))
L(i, (v << (n & 63)) | (v >> ((32 - n) & 63)))
