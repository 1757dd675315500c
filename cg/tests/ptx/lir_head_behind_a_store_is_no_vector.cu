// test lir=vectorize -O3 -arch=sm_80
// The first element is loaded behind a store that may change it.
// count 2: ld.global.f32
// count 0: .v2
extern "C" __global__ void k(float *o, const float2 *p) {
    float y = p->y;
    o[0] = y;
    o[1] = p->x;
}
