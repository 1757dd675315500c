// [temp.func.order] 3, [temp.variadic] 7 member templates are ordered by what the packs of their class are: a constructor of the class's types before one that takes any
// wrong: expansions-of-classes-stay
template <class... T> struct tup { int w; template <int C = 1> __device__ tup(const T &...) : w(1) {} template <class... U, int C = 2> __device__ tup(U &&...) : w(2) {} };
template <class... T> __device__ tup<T &...> tie(T &...t) { return tup<T &...>(t...); }
extern "C" __global__ void k(long long *out) {
  int a = (int)out[0]; float b = 2; const int c = 1; const float d = 1; out[1] = tie(a, b).w; out[2] = tup<int, float>(a, b).w; out[3] = tup<int, float>(1, 2.f).w; out[4] = tup<int, float>(c, d).w; out[5] = tup<>().w; out[6] = tie(a).w; out[7] = tup<int, float>(c, b).w;
}
