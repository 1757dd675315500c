// [expr.post] postfix operators bind before prefix ones, members before *, casts before .*
// wrong: prefix-before-postfix
struct S { int v; int *p; S *n; int a[3]; };
extern "C" __global__ void k(long long *out) {
  int x[4] = {1, 2, 3, 4}; int *p = x; S s = {5, x, 0, {7, 8, 9}}, *q = &s; S *arr[2] = {&s, &s}; s.n = q; int **pp = &p;
  out[0] = *p++; out[1] = *p; out[2] = -*p; out[3] = *s.p; out[4] = *s.p++; out[5] = *s.p; out[6] = ++*s.p;
  out[7] = s.p[0]; out[8] = &s.a[1] - s.a; out[9] = (*arr)->v; out[10] = *arr[1]->p; out[11] = q->n->n->v;
  out[12] = -q->v; out[13] = !q->v; out[14] = ~s.a[0]; out[15] = **pp; out[16] = *(*pp + 1); out[17] = (*pp)[1];
  out[18] = *&x[2]; out[19] = (char)s.a[0] + 250; out[20] = sizeof s.a / sizeof *s.a; out[21] = (int)2.9 * 2;
  out[22] = sizeof(int) * 2; out[23] = - -x[0]; out[24] = &*p == p;
}
