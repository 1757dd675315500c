// [dcl.mptr] a pointer to a member says which member of an object is meant
// wrong:
// absent: E0114
struct P { int a, b; };
extern "C" __global__ void k(long long *out) { P p{1, 2}; int P::*m = out[0] ? &P::a : &P::b; out[0] = p.*m; }
