// [class.dtor] a destructor may be defined outside of its class
// wrong:
// absent: E0106
struct A { int i; __device__ A() : i(4) {} __device__ ~A(); };
__device__ int d;
__device__ A::~A() { d = i; }
extern "C" __global__ void k(long long *out) { { A a; a.i = 5; } out[0] = d; }
