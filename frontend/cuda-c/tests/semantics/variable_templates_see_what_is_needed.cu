// [temp.point] 1, [expr.const] the initialiser of a variable template's instance calls what is defined where the instance is made, be that behind the template
// wrong: variables-are-no-instances; overloads-have-types
struct det; template <class... T> struct tg; template <class S, class... T> struct first { typedef S type; }; template <class S, class... T> using impl = typename first<S, T...>::type;
template <class T> constexpr bool has = impl<struct det, T>::sat(static_cast<tg<T> *>(nullptr), 0);
template <class T> inline constexpr bool also = has<T> || has<T *>;
struct det {
  using self = det; template <class T> __device__ static auto wf() -> decltype(typename T::x(), void()) {}
  template <class... A, class = decltype(&self::wf<A...>)> __device__ static constexpr bool sat(tg<A...> *, int) { return true; } __device__ static constexpr bool sat(void *, long) { return false; }
};
struct Y { typedef int x; }; template <class T> constexpr int twice = later(T()); struct Z {}; __device__ constexpr int later(Z) { return 4; }
extern "C" __global__ void k(long long *out) { out[1] = has<int>; out[2] = has<Y>; out[3] = also<int>; out[4] = also<Y>; out[5] = twice<Z>; }
