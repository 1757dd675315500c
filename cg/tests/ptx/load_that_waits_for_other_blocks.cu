// test ptx -O3 -arch=sm_80
// A number that other blocks write is loaded in each round; a vector has no order, and the other hints are none.
// count 2: ld.volatile.global.u32
// count 1: ld.global.v4.f32
// count 1: ld.global.u32
__global__ void k(int *f, int *g, float4 *o, const float4 *p)
{
    while (__ldcg(f) == 0) ;
    while (__ldcv(g) == 0) ;
    o[1] = __ldcg(p);
    g[1] = __ldcs(f + 1);
}
