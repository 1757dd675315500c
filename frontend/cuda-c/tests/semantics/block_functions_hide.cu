// [basic.scope.hiding] the functions that a block declares hide the file's others of their name, and add up
// wrong: block-declarations-ignored
// options: -default-device
int f() { return 1; }
int f(int) { return 2; }
int f(double) { return 3; }
struct S {}; int g(S) { return 4; } int g(...) { return 5; }
int one() { int f(double); return f(7); }
int two() { int f(int); int f(double); return f(7) * 10 + f(7.5); }
int inner() { int f(int); { int f(double); return f(7); } }
int after() { { int f(double); } return f(7); }
int no_arguments() { int g(...); S s; return g(1); }
int later() { int h(int); return h(2); }
int h(int a) { return a * 6; }
int h(double) { return 0; }
extern "C" __global__ void k(long long *out) {
  int unused(int (a)); out[0] = one(); out[1] = two(); out[2] = inner(); out[3] = after(); out[4] = no_arguments(); out[5] = later();
}
