// test lir=vectorize -O3 -arch=sm_80
// The vector stands where its first load stood, which is of another element.
// count 1: ld.global.v4.f32
// count 1: ld.global.f32
extern "C" __global__ void k(float *o, const float4 *p, float y, float z) {
    float dy = y - p->y;
    float dz = z - p->z;
    float dx = o[1] - p->x;
    o[0] = (dx * dx + dy * dy + dz * dz) * p->w;
}
