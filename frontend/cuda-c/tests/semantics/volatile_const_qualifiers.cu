// [dcl.type.cv] qualifiers belong to their level; const objects initialise arrays and cases
// wrong: const-does-not-fold
typedef int *P;
typedef const int CI;
struct S { int v; int *p; };
extern "C" __global__ void k(long long *out) {
  int x = 1, y = 2; const P cp = &x; *cp = 5; const int *pc = &x; pc = &y; int *const q = &y; *q = 6; volatile int vv = 3; vv += 4; CI ci = 9; const S s = {1, &x}; *s.p = 8; const int n = 4; int arr[n]; const int m = x; S t = s; t.v = 7; int const *const *z = &pc;
  out[0] = x; out[1] = *pc; out[2] = y; out[3] = vv; out[4] = ci; out[5] = sizeof arr; out[6] = m; out[7] = t.v;
  out[8] = s.v; out[9] = **z; out[10] = const_cast<int &>(*pc) = 30; out[11] = y;
  out[12] = *const_cast<int *>(pc); out[13] = (const int)x + 1; out[14] = static_cast<const volatile int &>(x);
}
