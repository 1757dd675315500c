// test ptx
// A comparison with 0 that is a number, and bits that are.
// count 2: shr.u32
// count 1: shr.s32
// count 3: and.b32
// count 0: set
// count 0: sel
__global__ void k(int *a, int x, int y, int z) {
    a[0] = x < 0;
    a[1] = y < 0 ? -1 : 0;
    a[2] = (x & 1) != 0;
    a[3] = (y & 8) ? 8 : 0;
    a[4] = (z & 1) == 0;
    a[5] = z < 0 ? 1 : 0;
}
