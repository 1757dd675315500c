// test ptx
// What is used elsewhere too is evaluated once, and its bytes are its own; of a tree with other words a part is permuted.
// count 1: add.s32
// count 2: prmt.b32
// count 1: xor.b32
__global__ void k(unsigned *a, unsigned x, unsigned y, unsigned z) {
    unsigned s = x + y;
    a[0] = s;
    a[1] = (s << 24) | ((s & 0xff00) << 8) | ((s >> 8) & 0xff00) | (s >> 24);
    a[2] = ((x & 0xffff) | (y << 16)) ^ z;
}
