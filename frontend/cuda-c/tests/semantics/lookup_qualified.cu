// [basic.lookup.qual] a qualified name is looked up in that scope alone; ::x is the global one
// wrong: qualification-ignored
__device__ int g() { return 1; }
constexpr int v = 10;
struct T { int x; };
namespace a { __device__ int g() { return 2; } constexpr int v = 20; struct T { int y, z; }; namespace b { __device__ int g() { return 3; } constexpr int v = 30; __device__ int up() { return v + a::v + ::v; } __device__ int gs() { return g() * 100 + a::g() * 10 + ::g(); } } }
namespace a { enum N { one = 41 }; }
extern "C" __global__ void k(long long *out) {
  int v = 5; int a = 7;
  out[0] = ::v; out[1] = v; out[2] = a::v; out[3] = a::b::v; out[4] = a::b::up(); out[5] = a::b::gs();
  out[6] = ::g(); out[7] = a::g(); out[8] = ::a::b::g(); out[9] = sizeof(T); out[10] = sizeof(a::T);
  out[11] = sizeof(::T); out[12] = a::one; out[13] = a::N::one; out[14] = a;
  struct T { char c; }; int g = 8;
  out[15] = sizeof(T); out[16] = sizeof(::T); out[17] = ::g(); out[18] = g;
}
