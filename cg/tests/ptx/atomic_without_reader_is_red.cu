// test ptx -O3 -arch=sm_80
// Nobody reads the old value.
// check: red.global.add
// count 0: atom.
extern "C" __global__ void k(int *p) {
    atomicAdd(p, 1);
}
