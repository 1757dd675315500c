// [basic.link] a declaration of a function or of an extern variable in a block names the file's own
// wrong: block-declarations-ignored
// options: -default-device
int x = 1, y = 6;
int use() { int twice(int); return twice(4); }
int hidden() { int x = 2; { extern int x; return x * 10; } }
int twice(int a) { return a + a; }
int shadowed(int twice) { { int twice(int); return twice(5); } }
int later() { extern int y; return ++y; }
int inner() { return 1; }
int z = 2;
namespace N {
int both() { extern __device__ int z, w; int inner(); return z * 100 + w * 10 + inner(); }
__device__ int z = 3;
__device__ int w = 4;
int inner() { return 5; }
}
extern "C" __global__ void k(long long *out) { out[0] = use(); out[1] = hidden(); out[2] = shadowed(3); out[3] = later(); out[4] = y; out[5] = N::both(); }
