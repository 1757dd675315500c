// [class.local] a class in a function may ask for the types of the function's variables, and no more
// wrong: variables-outside-are-unknown
// options: -default-device
char n = 1;
int sizes(int n) {
  double m[3];
  struct S {
    int x = sizeof n;
    char a[sizeof(m)];
    decltype(n) z = 5;
    int g() const { return sizeof(n) + sizeof m[0]; }
    int h(int y = sizeof n) const { return y; }
  };
  S s;
  return s.x + sizeof(S) * 10 + s.g() * 1000 + s.h() * 100000 + s.z * 1000000;
}
template <class T> int of(T n) {
  struct S { int x = sizeof n; };
  return S().x;
}
extern "C" __global__ void k(long long *out) { out[0] = sizes(1); out[1] = of('a'); out[2] = of(2.5); out[3] = n; }
