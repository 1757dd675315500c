// [expr.rel] pointers of one array compare by position, null pointers equal each other and nothing else
// wrong: pointer-comparison-by-signed
struct B1 { int a; };
struct B2 { int b; };
struct Dv : B1, B2 {};
extern "C" __global__ void k(long long *out) {
  int a[4] = {}; int *p = a, *q = a + 2, *n = nullptr; const int *c = a; void *v = a; Dv d; B2 *b = &d; Dv *dn = 0; B2 *bn = dn;
  out[0] = p < q; out[1] = p >= q; out[2] = q - p; out[3] = p == c; out[4] = v == p; out[5] = n == 0;
  out[6] = !n; out[7] = n == nullptr; out[8] = p != nullptr; out[9] = q > c; out[10] = b == &d;
  out[11] = bn == 0; out[12] = dn == bn; out[13] = &a[4] == a + 4; out[14] = p + 2 <= q;
  out[15] = nullptr == nullptr; out[16] = (bool)p; out[17] = p && q; out[18] = n || p; out[19] = (n ? 1 : 2);
  out[20] = &d == b;
}
