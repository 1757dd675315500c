// [class.virtual] an object of a class with virtual functions begins with a pointer, which moves its members
// wrong:
// absent: E0106
struct A { int i; };
struct B : A { __device__ virtual int f() { return 1; } };
struct C : B {};
extern "C" __global__ void k(long long *out) { out[0] = sizeof(C); }
