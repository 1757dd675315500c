// [expr.comma] a comma gives its right operand, category and all, after the left one
// wrong: comma-gives-left
struct S { int a[2]; int n; };
extern "C" __global__ void k(long long *out) {
  int i = 1, j = 2; S s = {{1, 2}, 3}, t = {{4, 5}, 6};
  (i = 5, j) = 7; (0, s).a[1] = 9; (s, t).n = 8; int &r = (i++, j); r++;
  out[0] = i; out[1] = j; out[2] = s.a[1]; out[3] = t.n; out[4] = (1, 2, 3); out[5] = (i += 2, i * 2);
  out[6] = sizeof((1, 'a')); out[7] = sizeof((0ll, 'a'));
  for (i = 0, j = 10; i < j; i++, j -= 2) {}
  out[8] = i; out[9] = j;
  i = (3, 4) + (5, 6);
  out[10] = i;
}
