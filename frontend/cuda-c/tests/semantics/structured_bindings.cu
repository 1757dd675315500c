// [dcl.struct.bind] names for the parts of an object
// wrong:
// absent: E0115
struct P { int a, b; };
extern "C" __global__ void k(long long *out) { P p{1, 2}; auto [x, y] = p; auto &[z, w] = p; z = 5; out[0] = x + y + w + p.a; }
