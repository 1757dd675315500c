// [basic.scope.pdecl] a variable is declared before its initialiser, which may ask for its size and type
// wrong: initialisers-come-first
// options: -default-device
int x = 3;
namespace N {
const long x = sizeof(x);
int a[3] = {1, sizeof(a), sizeof(a[0])};
int b[] = {7, sizeof(b[0])};
decltype(sizeof(0)) s = sizeof(s);
}
extern "C" __global__ void k(long long *out) {
  static short y = sizeof(y);
  static int z[2] = {sizeof(z)};
  int w[N::x];
  out[0] = N::x; out[1] = N::a[1]; out[2] = N::a[2]; out[3] = N::b[1]; out[4] = N::s; out[5] = y; out[6] = z[0];
  out[7] = sizeof(w); out[8] = x;
}
