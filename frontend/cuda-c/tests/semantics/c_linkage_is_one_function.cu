// [dcl.link] functions of one name with C's linkage are one, whatever namespaces declare them
// wrong: pointers-step-in-bytes
namespace n { extern "C" __device__ int c_f(int); }
namespace m { extern "C" __device__ int c_f(int a) { return a + 1; } }
namespace o { extern "C" __device__ int c_f(int); __device__ int f() { return c_f(5); } }
using namespace n; using namespace o;
extern "C" __global__ void k(long long *out) { out[0] = c_f(1); out[1] = n::c_f(2); out[2] = o::f(); out[3] = m::c_f(3); }
