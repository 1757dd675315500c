// test ptx -O3 -arch=sm_80
// Which of two floats is chosen among floats, which of two words among words.
// count 1: selp.f32
// count 1: selp.f64
// count 1: selp.b32
// count 1: selp.b64
extern "C" __global__ void k(float *f, double *d, int *i, long long *l, int a) {
    float x = f[0], y = f[1];
    double z = d[0], w = d[1];
    long long m = l[0], n = l[1];
    int b = i[0], c = i[1];
    f[0] = a < 3 ? x : y;
    d[0] = a < 4 ? z : w;
    i[0] = a < 5 ? b : c;
    l[0] = a < 6 ? m : n;
}
