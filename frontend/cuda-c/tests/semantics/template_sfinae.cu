// [temp.deduct] a failure to substitute takes the template out of the set
// wrong: substitution-must-succeed
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <class T> struct is_int { static constexpr bool value = false; };
template <> struct is_int<int> { static constexpr bool value = true; };
template <class T> __device__ typename enable_if<is_int<T>::value, int>::type f(T) { return 1; }
template <class T> __device__ typename enable_if<!is_int<T>::value, int>::type f(T) { return 2; }
template <class T> __device__ int g(typename T::type *) { return 3; }
template <class T> __device__ int g(...) { return 4; }
struct Has { typedef int type; int size; };
template <class T> __device__ auto h(T &t) -> decltype(t.size) { return 5; }
__device__ int h(...) { return 6; }
template <class T, class = void> struct S { static constexpr int v = 7; };
template <class T> struct S<T, typename enable_if<(sizeof(T) > 4)>::type> { static constexpr int v = 8; };
template <class T, typename enable_if<is_int<T>::value, int>::type = 0> __device__ int k2(T) { return 9; }
template <class T, typename enable_if<!is_int<T>::value, int>::type = 0> __device__ int k2(T) { return 10; }
template <class T> __device__ auto add(T a, T b) -> decltype(a + b) { return a + b; }
__device__ int add(Has, Has) { return 11; }
extern "C" __global__ void k(long long *out) {
  Has s = {1}; int i = 0;
  out[0] = f(1); out[1] = f(1.0); out[2] = g<Has>(0); out[3] = g<int>(0); out[4] = h(s); out[5] = h(i);
  out[6] = S<int>::v; out[7] = S<double>::v; out[8] = k2(1); out[9] = k2('a'); out[10] = add(1, 2);
  out[11] = add(s, s);
}
