// test ptx
// Both ways to write the other amount, in both directions; none where a sum or no mask makes another value of it.
// check: shf.l.wrap.b32
// check: shf.l.wrap.b32
// check: shf.r.wrap.b32
// check: shf.r.wrap.b32
// count 4: shf.
__global__ void k(unsigned *a, unsigned x, unsigned n, int m) {
    a[0] = (x << (n & 31)) | (x >> (-n & 31));
    a[1] = (x << (m & 31)) | (x >> ((32 - m) & 31));
    a[2] = (x >> (n & 31)) | (x << (-n & 31));
    a[3] = (x >> (m & 31)) | (x << ((32 - m) & 31));
    a[4] = (x << (n & 31)) ^ (x >> (-n & 31));
    a[5] = (x << n) | (x >> (32 - n));
}
