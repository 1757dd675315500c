// test ptx
// ptxas up to 13.0 takes the sign from the wrong word where a mask follows. The sign of a single word is no such case.
// count 1: prmt.b32
// count 1: 0, 39313;
#define L(name, e) __global__ void name(unsigned long long *a, unsigned long long v, int x) { a[0] = e; }
L(a, ((unsigned long long)(long long)x & 0xffffffffffull) | (v & 0xffffff0000000000ull))
__global__ void b(int *a, int x) { a[0] = (signed char)(x >> 8); }
