// [basic.lookup.unqual] a using directive's names stand as if in the nearest namespace that holds both
// wrong: directives-declare-here
namespace a { constexpr int x = 1; __device__ int f() { return 2; } constexpr int only = 3; }
constexpr int y = 4;
namespace b { constexpr int y = 5; using namespace a; __device__ int get() { return x + only; } }
namespace c { constexpr int x = 6; namespace d { using namespace a; __device__ int get() { return x; } __device__ int get2() { return only; } } }
inline namespace i { constexpr int in = 9; }
namespace m { inline namespace v1 { struct S { int q; }; __device__ int h() { return 11; } } namespace v0 { __device__ int h() { return 12; } } }
extern "C" __global__ void k(long long *out) {
  using namespace b;
  out[0] = b::get(); out[1] = c::d::get(); out[2] = c::d::get2(); out[3] = b::y; out[4] = ::y; out[5] = b::x;
  out[6] = b::only; out[7] = in; out[8] = i::in; out[9] = m::h(); out[10] = m::v1::h(); out[11] = m::v0::h();
  out[12] = sizeof(m::S); out[13] = only; out[14] = f();
  int only = 20;
  out[15] = only; out[16] = a::only;
}
