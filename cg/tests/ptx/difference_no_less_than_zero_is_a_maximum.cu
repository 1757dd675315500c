// test ptx
// check: max.u32
// check: max.s32
// check: max.u32
// count 0: setp
__global__ void k(unsigned *a, unsigned x, unsigned y, int i, int j) {
    a[0] = x > y ? x - y : 0;
    a[1] = i <= j ? 0 : i - j;
    a[2] = x >= 100 ? x - 100 : 0;
}
