// test analysis=cycles
// Two loops, one in the other: the outer one first, with the blocks of both.
// check: nest:
// next: cycle {outer}: depth 1, entries {outer}, blocks
// next: cycle {inner}: depth 2, in {outer}, entries {inner}, blocks
// not: cycle
extern "C" __global__ void nest(int *out, int n) {
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < i; ++k) out[i] += k;
}
