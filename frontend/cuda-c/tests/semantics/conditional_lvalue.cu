// [expr.cond] a conditional of two lvalues of one type is an lvalue
// wrong: conditional-is-value
struct B { int a[2]; };
__device__ void set(int &x) { x = 50; }
extern "C" __global__ void k(long long *out) {
  int a = 1, b = 2; bool yes = out[100] == 0; B p = {{1, 2}}, q = {{3, 4}};
  (yes ? a : b) = 9; (yes ? p : q).a[1] = 7; (!yes ? p : q).a[0]++; set(!yes ? a : b); ++(yes ? a : b);
  out[0] = a; out[1] = b; out[2] = p.a[1]; out[3] = q.a[0]; out[4] = p.a[0]; out[5] = &(yes ? a : b) == &a;
  int &r = yes ? b : a; r++; const int &c = yes ? a : 5; a = 70; const int &d = yes ? (long long)a : 5; a = 71;
  out[6] = b; out[7] = c; out[8] = d; out[9] = (yes ? a : b) += 2; out[10] = a;
  (yes ? a : b) ? b = 3 : b = 4;
  out[11] = b;
}
