// [expr.mptr.oper] .* and ->* reach the member that a pointer to member names
// wrong:
// absent: E0114
struct S { int a, b; int t[2]; };
struct C : S { int c; };
extern "C" __global__ void k(long long *out) {
  S s = {1, 2, {3, 4}}, *p = &s; int S::*m = &S::a; int (S::*t)[2] = &S::t; C c; c.b = 8; int C::*n = &S::b;
  out[0] = s.*m; out[1] = p->*m; out[2] = (s.*t)[1]; out[3] = c.*n;
  m = &S::b; s.*m = 9;
  out[4] = s.b; out[5] = p->*m; out[6] = m == &S::b; out[7] = m != 0;
}
