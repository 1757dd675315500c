// test ptx -O3 -arch=sm_80
// The lowest one bit is the highest of the word reversed; of two words the low one's where it has one.
// check: brev.b32
// check: bfind.shiftamt.u32
// not: clz
extern "C" __global__ void k(int *p, int a, long long b) {
    p[0] = __ffs(a);
    p[1] = __ffsll(b);
}
