// test ptx -O3 -arch=sm_80
// Somebody does.
// check: atom.global.add
// count 0: red.
extern "C" __global__ void k(int *p) {
    p[1] = atomicAdd(p, 1);
}
