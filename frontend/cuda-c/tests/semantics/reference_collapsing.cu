// [temp.deduct.call] T&& of a template deduces an lvalue reference from an lvalue
// wrong: no-forwarding-references
template <class T> __device__ int kind(T &&) { return 1; }
template <class T> struct Is { static const int v = 0; };
template <class T> struct Is<T &> { static const int v = 1; };
template <class T> struct Is<const T &> { static const int v = 2; };
template <class T> __device__ int what(T &&t) { return Is<T>::v; }
__device__ int f(int &) { return 1; }
__device__ int f(const int &) { return 2; }
__device__ int f(int &&) { return 3; }
template <class T> __device__ int pass(T &&t) { return f(static_cast<T &&>(t)); }
template <class T> __device__ void add(T &&t) { t += 5; }
typedef int &R; typedef int &&X;
extern "C" __global__ void k(long long *out) {
  int i = 1; const int c = 2; R &a = i; R &&b = i; X &d = i; X &&e = 4; add(i); add(a); b++; d++;
  out[0] = what(i); out[1] = what(c); out[2] = what(5); out[3] = what(static_cast<int &&>(i)); out[4] = pass(i);
  out[5] = pass(c); out[6] = pass(5); out[7] = pass(i + 1); out[8] = i; out[9] = e; out[10] = &b == &i;
}
