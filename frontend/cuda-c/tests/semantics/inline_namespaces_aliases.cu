// [namespace.alias] namespace aliases, nested definitions and unnamed namespaces
// wrong: inline-is-ordinary
namespace a::b { constexpr int v = 1; __device__ int f() { return 2; } namespace c { constexpr int v = 3; } }
namespace ab = a::b;
namespace { constexpr int hidden = 4; __device__ int hf() { return 5; } }
namespace a { namespace b { constexpr int w = v + 5; } constexpr int v = 7; }
namespace x { inline namespace y { template <class T> struct S { static constexpr int v = 8; }; } template <> struct S<int> { static constexpr int v = 9; }; }
extern "C" __global__ void k(long long *out) {
  namespace q = ab::c;
  out[0] = a::b::v; out[1] = ab::f(); out[2] = q::v; out[3] = hidden; out[4] = hf(); out[5] = ab::w;
  out[6] = a::v; out[7] = x::S<char>::v; out[8] = x::S<int>::v; out[9] = ::hidden;
}
