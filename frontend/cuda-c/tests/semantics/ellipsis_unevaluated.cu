// [expr.call] what ... takes in an operand that is not evaluated is not copied
// wrong: ellipsis-always-copies
struct X { __device__ X() {} X(const X &) = delete; };
class P { __device__ P(const P &); public: __device__ P() {} };
template <class T> __device__ T &&value();
__device__ char t(int);
__device__ long t(...);
template <class T, class R = decltype(t(value<T>()))> __device__ int q(int) { return sizeof(R); }
template <class T> __device__ int q(...) { return -1; }
extern "C" __global__ void k(long long *out) {
  int n = 0;
  out[n++] = sizeof(t(value<X &>())); out[n++] = q<X &>(0); out[n++] = sizeof(t(value<P &>())); out[n++] = q<P>(0); out[n++] = q<int>(0);
}
