// [class.conv.fct] a conversion function may be called by its name
// wrong:
// absent: E0106
struct A { int v; __device__ operator int() const { return v; } };
extern "C" __global__ void k(long long *out) { A a = {5}; out[0] = a.operator int() + 1; }
