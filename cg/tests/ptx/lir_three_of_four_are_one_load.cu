// test lir=vectorize -O3 -arch=sm_80
// The fourth lies in the same aligned bytes, and is not used: behind the others, and between them.
// count 2: ld.global.v4.f32
// count 0: ld.global.f32
extern "C" __global__ void k(float *o, const float4 *p) {
    o[0] = p->x + p->y + p->z;
    o[1] = p[1].x + p[1].z + p[1].w;
}
