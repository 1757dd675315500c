// [basic.scope.pdecl] 7 struct X in what a namespace's template says declares X in that namespace, and it is the class that is defined behind it, kernel templates or not
// wrong: host-code-has-no-place
template <class T, class... A> extern T dep; template <class I, class... A> using expr = decltype(dep<I, A...>); template <class T> __global__ void any(T *p) { *p = 1; }
namespace a { namespace b {
template <class T> inline constexpr bool good = ::expr<struct later, T>::yes((T *)nullptr); struct later { template <class T> __host__ __device__ static constexpr bool yes(T *) { return sizeof(T) == 4; } };
} template <class T> inline constexpr int other = ::expr<struct later, T>::no; struct later { static constexpr int no = 7; }; }
extern "C" __global__ void k(long long *out) { static_assert(a::b::good<int>); out[1] = a::b::good<int> * 2 + a::b::good<short>; out[2] = a::other<char>; }
