// [except.spec] 13, [class.inhctor.init] names in the condition of an inherited constructor's noexcept are those of its own class
// wrong: conditions-of-noexcept-are-of-the-asker
template <class T> constexpr bool small = sizeof(T) < 4; namespace n { constexpr bool w = true; template <class T> struct base { using value_type = T; T v; template <class U> __device__ base(U u) noexcept(small<value_type> && w) : v((T)u) {} }; }
template <class T> struct mid : n::base<T> { using n::base<T>::base; }; template <class T> struct top : mid<T> { using mid<T>::mid; };
namespace m { constexpr bool w = false; __device__ void f(long long *out) { top<int> a(3); top<char> b(4); out[1] = noexcept(top<int>(1)) | noexcept(top<char>(1)) << 1 | noexcept(n::base<char>(2)) << 2; out[2] = a.v + b.v; } }
extern "C" __global__ void k(long long *out) { m::f(out); }
