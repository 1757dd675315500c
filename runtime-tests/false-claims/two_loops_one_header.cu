// The same by jumps.
typedef unsigned u32;
extern "C" __global__ void k(u32 *out, const u32 *in, u32 n, u32 u) {
u32 t = threadIdx.x;
u32 y = threadIdx.y;
u32 c0 = 0u;
u32 c1 = 0u;
B0:;
B1:;
if (c0++ < 1u && ((3u + t) & 8u) != 0u) goto B1;
if (c1++ < 3u && in[(t + y) & 4095u] > 3u) goto B0;
}
