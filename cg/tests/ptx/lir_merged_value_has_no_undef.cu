// test lir=predicate -O3 -arch=sm_80 --passes=-if-conversion
// What the arm changes keeps what it held: no `undef`.
// count 0: undef
// check: @%p0 xor.b32
extern "C" __global__ void k(int *p, int a) {
    int x = p[1];
    if (a > 3) x = x ^ 9;
    p[0] = x;
}
