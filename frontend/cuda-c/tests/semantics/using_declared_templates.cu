// [namespace.udecl] a using declaration in a block brings templates, which hide a variable of the name up to the block's end
// wrong: using-declarations-hide-nothing
namespace n { template <int I, class T> __device__ int get(T t) { return I * 10 + t; } template <class T> constexpr __device__ int size = sizeof(T); struct Q { template <int I> __device__ int get() { return I; } }; __device__ int plain(int x) { return x + 1; } }
namespace m { using ::n::get; template <int I> __device__ int get(char) { return 5; } using E = enum E { a = 3, b = 4, }; using P = struct { int x; int y; }; struct C { using F = enum { c = 7 }; }; }
template <class T, int... I> __device__ int sum(T t) { using ::n::get; int r = 0; int list[] = {get<I>(t)...}; for (int x : list) r = r * 3 + x; return r; }
__device__ int kind(m::E) { return 1; } __device__ int kind(int) { return 2; }
extern "C" __global__ void k(long long *out) {
  int get = 2; { using ::n::get; out[0] = get<3>(1); } out[1] = get; out[2] = get < 3; out[3] = sum<int, 1, 2>(4);
  { using n::size; out[4] = size<double>; } int plain = 4; { using n::plain; out[5] = plain(2); } out[6] = plain; out[7] = m::get<2>(1); out[8] = m::get<2>('a');
  m::E e = m::b; out[9] = e + m::a; out[10] = kind(m::a); out[11] = kind(e); m::P p{1, 2}; out[12] = p.y; out[13] = m::C::c; n::Q q; out[14] = q.get<6>();
}
