// [temp.expl.spec] a member template may be specialised for one class
// wrong:
// absent: E0105
template <class T> struct A { template <class U> __device__ int f(U) { return 42; } };
template <> template <class U> __device__ int A<double>::f(U) { return 24; }
extern "C" __global__ void k(long long *out) { A<int> a; A<double> b; out[0] = a.f(0); out[1] = b.f(0); }
