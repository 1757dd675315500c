// test ptx -O3 -arch=sm_80
// No instruction widens one factor by its sign and the other by none.
// count 0: wide
extern "C" __global__ void k(long long *out, int a, int b, unsigned u, unsigned v) {
    out[0] = (long long)a * (long long)u;
}
