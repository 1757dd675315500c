// [dcl.spec.auto] a function template gives its own class, another one for each of its instances
// wrong: deduced-classes-are-global
// options: -default-device
template <class T> auto make(T t) {
  struct S {
    T x;
    auto twice() const { return x + x; }
  };
  return S{t};
}
template <class T> auto kind(T) {
  enum E { size = sizeof(T) };
  return size;
}
auto pair(int a) {
  struct S { int a, b; } s = {a, a + 1};
  return s;
}
extern "C" __global__ void k(long long *out) {
  auto s = make(3);
  auto t = make(2.5);
  auto c = make('a');
  out[0] = s.twice(); out[1] = t.twice(); out[2] = c.twice();
  out[3] = sizeof(s); out[4] = sizeof(t); out[5] = sizeof(c);
  out[6] = kind(1); out[7] = kind(1.0);
  out[8] = pair(4).a * 10 + pair(4).b;
}
