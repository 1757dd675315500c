// [dcl.spec.auto] auto deduces as templates do; decltype keeps references, (e) adds them
// wrong:
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
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
  out[0] = same<decltype(a), int>; out[1] = same<decltype(b), int>; out[2] = same<decltype(c), const int &>;
  out[3] = same<decltype(e), const int &>; out[4] = same<decltype(f), int &>; out[5] = same<decltype(h), int &&>;
  out[6] = same<decltype(q), const int *>; out[7] = same<decltype(u), int *>;
  out[8] = same<decltype(v), int (&)[3]>; out[9] = same<decltype((s.v)), int &>;
  out[10] = same<decltype((cs.v)), const int &>; out[11] = same<decltype(cs.v), int>;
  out[12] = same<decltype(g(1)), int>; out[13] = same<decltype(r(i)), int &>;
  out[14] = same<decltype(i + 1), int>; out[15] = same<decltype(*p), int &>;
  out[16] = same<decltype(twice(1)), double>; out[17] = same<decltype(val(i)), int>;
  out[18] = same<decltype(add(1, 2.0f)), float>; out[19] = same<decltype(true ? i : ci), const int &>;
  out[20] = i; out[21] = sizeof(v); out[22] = same<decltype(i++), int>; out[23] = same<decltype(++i), int &>;
  out[24] = same<decltype('a' + 'b'), int>;
}
