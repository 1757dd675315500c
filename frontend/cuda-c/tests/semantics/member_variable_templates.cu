// [temp.mem] [temp.static] a variable template may be a static member of a class, of a template's instance too
// wrong: templates-share-variables
template <class T> struct Sized {
  template <class A> static constexpr bool fits = sizeof(T) % sizeof(A) == 0;
  template <int N> static constexpr int more = N + sizeof(T);
  static constexpr int both = fits<short> + 2 * more<3>;
  template <class A> __device__ static int asked() { return fits<A> ? more<1> : -1; }
};
struct Plain { template <class A, class B = A> static constexpr int bytes = sizeof(A) * 10 + sizeof(B); template <class... A> static constexpr int count = sizeof...(A); };
template <bool B, class X, class Y> struct If { typedef X type; }; template <class X, class Y> struct If<false, X, Y> { typedef Y type; };
template <class T> struct Word { template <class U> static constexpr bool multiple = sizeof(T) % sizeof(U) == 0; using type = typename If<multiple<int>, int, typename If<multiple<short>, short, char>::type>::type; };
extern "C" __global__ void k(long long *out) {
  out[0] = Sized<int>::fits<short>; out[1] = Sized<char>::fits<int>; out[2] = Sized<int>::more<4>; out[3] = Sized<double>::more<4>; out[4] = Sized<int>::both; out[5] = Sized<long long>::asked<int>(); out[6] = Sized<char>::asked<int>();
  out[7] = Plain::bytes<int>; out[8] = Plain::bytes<char, double>; out[9] = Plain::count<>; out[10] = Plain::count<int, char>; Plain p; out[11] = p.bytes<short>;
  out[12] = sizeof(Word<double>::type); out[13] = sizeof(Word<short>::type); out[14] = sizeof(Word<char>::type);
}
