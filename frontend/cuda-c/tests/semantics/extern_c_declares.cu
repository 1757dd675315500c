// [dcl.link] a declaration directly in a linkage-specification is no definition of a variable
// wrong: extern-c-defines
// options: -default-device
extern "C" int x;
int f() { return x; }
int x = 9;
extern "C" { int y = 4; }
extern "C" const int z = 6;
extern "C" __global__ void k(long long *out) { out[0] = f(); out[1] = y; out[2] = z; }
