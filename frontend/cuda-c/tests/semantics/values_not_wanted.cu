// [expr.context] a value that is not wanted is not read, but what the expression does is done
// wrong: comma-drops-left
struct P { int a, b; };
__device__ int n;
__device__ int f(int x) { n = n * 10 + x; return x; }
__device__ P &g(P &p) { n += 7; return p; }
__device__ P h(int x) { n = n * 10 + x; return {x, x}; }
extern "C" __global__ void k(long long *out) {
  signed char b = 0; short s = 1000; unsigned char uc = 200; unsigned k2 = 9, c = 5; bool t = true;
  uc = ((t , 7) ? s += uc : k2 & c , k2 > c); out[0] = s; out[1] = uc; s = 1000; uc = 200;
  uc = (t ? s += uc : k2 & c , 4); out[2] = s; out[3] = uc; uc = (s += uc, 4); out[4] = s;
  uc = 200; (t ? s += uc : k2 & c); out[5] = s; (t, s += uc), 3; out[6] = s;
  n = 0; (t ? f(1) : 2) + 3; (t && f(2)) + 1; (t || f(3)) + 1; !(b || f(4)); -(t && f(5)) * f(6); out[7] = n;
  n = 0; (t && f(1)) && b; (b || f(2)) || t; (t ? f(3) : f(4)) ? b : t; out[8] = n;
  P p = {1, 2}, q = {3, 4}; n = 0; (p = q).a; out[9] = p.b; g(p).b; h(3).a; (t ? g(p) : g(q)).a; out[10] = n;
  n = 0; int a[3] = {1, 2, 3}; a[f(1)]; *(a + f(2)); &a[f(1)] == &a[f(0)]; (void)a[f(2)]; &a[f(1)] - a; out[11] = n;
  n = 0; (long)f(1) + (float)f(2) < f(3); ~f(4) << f(5) , f(6); (f(7), b) , f(8); out[12] = n;
  n = 0; (b ? f(1) : (t ? f(2) : f(3)), f(4)); (t && (b || f(5)), 1) ? f(6) : f(7); out[13] = n;
  int i = 0, j = (i++, i++, i) , m = (f(1), t) ? i++ : i--; out[14] = i * 100 + j * 10 + m;
  for (i = 0, f(1); f(2), i < 2; i++, (t && f(3))) ; out[15] = n;
}
