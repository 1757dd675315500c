// [temp.mem] a conversion function may be a template
// wrong:
// absent: E0105
struct S { int v; template <class T> __device__ operator T() const { return T(v) / 2; } };
extern "C" __global__ void k(long long *out) { S s = {5}; out[0] = (float)s * 2; }
