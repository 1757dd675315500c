// [namespace.def] 8, [class.friend] 11 the friend class n::X may be declared in an inline namespace of n
// wrong: friends-of-no-inline-namespace
namespace n { inline namespace v4 { template <class T> class X; template <class T> class W; } } namespace m { template <int N> class B { int v = N; template <class T> friend class ::n::X; template <class T> friend class n::v4::W; }; }
namespace n { inline namespace v4 { template <class T> class X { public: static __device__ int f(const T &t) { return t.v; } }; template <class T> class W { public: static __device__ int f(const T &t) { return t.v + 1; } }; } }
extern "C" __global__ void k(long long *out) { m::B<4> x; out[1] = n::X<m::B<4>>::f(x); out[2] = n::W<m::B<2>>::f(m::B<2>()); }
