// test lir=predicate -O3 -arch=sm_80
// The arm that loads begins with what the copy would overwrite: the copy stays in its arm.
// count 1: bra.uni
extern "C" __global__ void k(int *out, const int *in, int n) {
    int x = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] > 3) x = in[x]; else x = 7;
        out[i] = x;
    }
}
