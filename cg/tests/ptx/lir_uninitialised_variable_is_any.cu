// test lir=select -O1 -arch=sm_80
// A variable that is read before it is written has some value.
// check: any %
extern "C" __global__ void k(int *p, int a) {
    int x;
    for (int i = 0; i < a; i++) {
        p[i] = x;
        x = p[i + 1];
    }
}
