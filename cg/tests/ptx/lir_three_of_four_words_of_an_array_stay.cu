// test lir=vectorize -O3 -arch=sm_80
// Nothing is known of the array's place: what is behind the third may be no memory at all.
// count 3: ld.global.f32
// count 0: .v4
extern "C" __global__ void k(float *o, const float *p) {
    o[0] = p[0] + p[1] + p[2];
}
