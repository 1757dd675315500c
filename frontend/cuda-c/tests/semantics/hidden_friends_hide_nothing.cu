// [namespace.memdef] 3 a friend that its namespace does not declare is found by its class's arguments alone, and hides nothing
// wrong: friends-are-visible
template<class T> __device__ int g(T) { return 1; }
__device__ int h(int) { return 2; }
__device__ int both(int) { return 7; }
template<class T> __device__ int tem(T) { return 20; }
struct Outer { friend __device__ int own(Outer, int) { return 30; } };
__device__ int own(int, int) { return 31; }
namespace N {
struct H { friend __device__ int g(H) { return 3; } friend __device__ int both(H) { return 8; } template<class T> friend __device__ int tem(H, T) { return 21; } };
struct D : H {};
__device__ int t1(H d) { return g(d); }
__device__ int t2(D d) { return g(d); }
__device__ int t3(int d) { return g(d); }
struct H2 { friend __device__ int h(H2) { return 4; } friend __device__ int declared(H2); };
__device__ int t4(int d) { return h(d); }
__device__ int t5(H2 d) { return h(d); }
__device__ int t6(int d) { return both(d) * 10 + both(H()); }
__device__ int t7(int d) { return tem(d) + tem(H(), d); }
template<class T> struct X { friend __device__ int h(X) { return 5; } friend __device__ int h(X, T) { return 6; } };
__device__ int t8() { return h(X<int>()) * 100 + h(X<char>(), 'a') * 10 + h(1); }
namespace Inner { __device__ int t9(int d) { return h(d) + g(d); } }
__device__ int declared(H2) { return 9; }
__device__ int t10(H2 d) { return declared(d); }
__device__ int local(int d) { struct L { int v; }; return h(d) + g(L()); }
}
using namespace N;
extern "C" __global__ void k(long long *out) { int n = 0; N::H h1; N::D d; N::H2 h2;
  out[n++] = N::t1(h1); out[n++] = N::t2(d); out[n++] = N::t3(1); out[n++] = N::t4(1); out[n++] = N::t5(h2); out[n++] = N::t6(1); out[n++] = N::t7(1); out[n++] = N::t8(); out[n++] = N::Inner::t9(1); out[n++] = N::t10(h2); out[n++] = N::local(1);
  out[n++] = g(h1); out[n++] = g(d); out[n++] = h(1); out[n++] = h(h2); out[n++] = own(Outer(), 1); out[n++] = own(1, 1); }
