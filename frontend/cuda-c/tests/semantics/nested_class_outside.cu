// [class.nest] a nested class may be defined outside of the class around it
// wrong:
// absent: E0068
struct O { static constexpr int k = 4; struct Late; };
struct O::Late { int l; __device__ Late(); };
__device__ O::Late::Late() : l(k + 50) {}
extern "C" __global__ void k(long long *out) { O::Late l; out[0] = l.l; }
