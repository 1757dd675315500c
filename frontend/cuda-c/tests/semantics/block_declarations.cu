// [basic.link] a declaration of a function or of an extern variable in a block names the file's own
// wrong: block-declarations-ignored
// options: -default-device
int x = 1, y = 6;
int use() { int twice(int); return twice(4); }
int hidden() { int x = 2; { extern int x; return x * 10; } }
int twice(int a) { return a + a; }
int shadowed(int twice) { { int twice(int); return twice(5); } }
int later() { extern int y; return ++y; }
extern "C" __global__ void k(long long *out) { out[0] = use(); out[1] = hidden(); out[2] = shadowed(3); out[3] = later(); out[4] = y; }
