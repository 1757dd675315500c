// [over.ics.list] a list becomes a class by its other constructors while they fit, and by explicit ones last
// wrong: explicit-lists-rank-first
struct X {};
struct CX { int v; __device__ CX(X) : v(3) {} };
struct BX { int v; __device__ explicit BX(X) : v(4) {} };
struct BT { int v; template <class T> __device__ explicit BT(const T &) : v(5) {} };
struct D { int v; __device__ D(CX) : v(1) {} template <class T> __device__ explicit D(const T &) : v(2) {} };
struct G { int v; __device__ G(CX) : v(1) {} __device__ explicit G(X) : v(2) {} };
__device__ int only(BX) { return 100; }
__device__ int only(CX) { return 2; }
__device__ int made(BT) { return 100; }
__device__ int made(CX) { return 3; }
__device__ int both(D) { return 100; }
__device__ int both(CX) { return 4; }
__device__ int group(G) { return 100; }
__device__ int group(CX) { return 5; }
template <class T> __device__ auto fits_both(int) -> decltype(both({T()}), char());
template <class T> __device__ long long fits_both(...);
template <class T> __device__ auto fits_group(int) -> decltype(group({T()}), char());
template <class T> __device__ long long fits_group(...);
template <class T> __device__ auto fits_itself(int) -> decltype(D({T()}), char());
template <class T> __device__ long long fits_itself(...);
template <class T> __device__ auto fits_only(int) -> decltype(only({T()}), char());
template <class T> __device__ long long fits_only(...);
extern "C" __global__ void k(long long *out) {
  X x;
  out[0] = only({x});
  out[1] = made({x});
  out[2] = sizeof fits_both<X>(0);
  out[3] = sizeof fits_group<X>(0);
  out[4] = sizeof fits_itself<X>(0);
  out[5] = sizeof fits_only<X>(0);
}
