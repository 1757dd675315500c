// [dcl.spec.auto] auto deduces as templates do; decltype keeps references, (e) adds them
// wrong: auto-keeps-references; decltype-copies
template <class A, class B> struct Same { static constexpr bool v = false; };
template <class A> struct Same<A, A> { static constexpr bool v = true; };
struct S { int v; const int c; };
__device__ int g(int x) { return x; }
__device__ int &r(int &x) { return x; }
__device__ auto twice(int x) { return x * 2.0; }
__device__ auto pick(bool b, int &x) -> int & { return x; }
__device__ decltype(auto) fwd(int &x) { return (x); }
__device__ decltype(auto) val(int &x) { int y = x; return y; }
template <class T, class U> __device__ auto add(T a, U b) -> decltype(a + b) { return a + b; }
extern "C" __global__ void k(long long *out) {
  int i = 1; const int ci = 2; int &ri = i; S s = {1, 2}; const S cs = {3, 4}; int t[3]; int *p = &i;
  auto a = ci; auto b = ri; auto &c = ci; const auto &e = i; auto &&f = i; auto &&h = 5; auto *q = &ci; auto u = t; auto &v = t; decltype(i) w = 1; decltype((i)) x = i; decltype(auto) y = (i); decltype(s.c) z = 6; b = 9; x = 20; y++; fwd(i) += 100; pick(true, i)++;
  out[0] = Same<decltype(a), int>::v; out[1] = Same<decltype(b), int>::v;
  out[2] = Same<decltype(c), const int &>::v; out[3] = Same<decltype(e), const int &>::v;
  out[4] = Same<decltype(f), int &>::v; out[5] = Same<decltype(h), int &&>::v;
  out[6] = Same<decltype(q), const int *>::v; out[7] = Same<decltype(u), int *>::v;
  out[8] = Same<decltype(v), int (&)[3]>::v; out[9] = Same<decltype((s.v)), int &>::v;
  out[10] = Same<decltype((cs.v)), const int &>::v; out[11] = Same<decltype(cs.v), int>::v;
  out[12] = Same<decltype(g(1)), int>::v; out[13] = Same<decltype(r(i)), int &>::v;
  out[14] = Same<decltype(i + 1), int>::v; out[15] = Same<decltype(*p), int &>::v;
  out[16] = Same<decltype(twice(1)), double>::v; out[17] = Same<decltype(val(i)), int>::v;
  out[18] = Same<decltype(add(1, 2.0f)), float>::v; out[19] = Same<decltype(true ? i : ci), const int &>::v;
  out[20] = i; out[21] = sizeof(v); out[22] = Same<decltype(i++), int>::v;
  out[23] = Same<decltype(++i), int &>::v; out[24] = Same<decltype('a' + 'b'), int>::v;
}
