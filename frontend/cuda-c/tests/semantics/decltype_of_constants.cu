// [dcl.type.decltype] a constant is of the const type that it was declared with, and an object; a template's parameter is neither
// wrong: decltype-copies
template <class A, class B> struct Same { static const int v = 0; }; template <class A> struct Same<A, A> { static const int v = 1; };
struct S { static const int a = 1; static constexpr int b = 2; enum { e = 3 }; };
template <class T> struct St { static const int a = 1; };
template <int N> __device__ int value() { return Same<decltype(N), int>::v + 2 * Same<decltype((N)), int>::v; }
constexpr int g = 4; enum E { x = 1 };
extern "C" __global__ void k(long long *out) {
  out[0] = Same<decltype(S::a), const int>::v; out[1] = Same<decltype(S::b), const int>::v;
  out[2] = Same<decltype((S::a)), const int &>::v; out[3] = Same<decltype(St<int>::a), const int>::v;
  out[4] = value<3>(); out[5] = Same<decltype(g), const int>::v; out[6] = Same<decltype((g)), const int &>::v;
  const int l = 5; static const int s = 6; out[7] = Same<decltype(l), const int>::v; out[8] = Same<decltype((l)), const int &>::v;
  out[9] = Same<decltype(s), const int>::v; out[10] = Same<decltype((s)), const int &>::v; out[11] = Same<decltype(x), E>::v;
  out[12] = Same<decltype((x)), E>::v; out[13] = Same<decltype(S::e), int>::v; const int &r = l; out[14] = Same<decltype(r), const int &>::v;
  out[15] = Same<decltype((r)), const int &>::v; int m = 1; out[16] = Same<decltype(m), int>::v; out[17] = Same<decltype((m)), int &>::v;
}
