// [stmt.expr] declarations, empty statements and nested blocks stand wherever statements do
// wrong: blocks-have-no-scope
extern "C" __global__ void k(long long *out) {
  int x = 1; ; ; {;} { int x = 2; { x++; out[20] = x; } } if (x) ; else x = 9; if (x == 2) if (x) x = 7; else x = 8; else x = 6;
  if (x == 6) { if (x > 9) x = 1; } else x = 2; for (; x < 10; ) x += 3; while (x-- > 5) ; do x++; while (x < 8); switch (x) case 8: x = 80;
  out[0] = x;
  typedef int T; T y = 3; { typedef char T; T z = 300; out[21] = z; } using U = short; U s = 70000; int i, *p = &i, &r = i, a[2] = {1}; r = 4; static_assert(sizeof(U) == 2, "");
  out[1] = y; out[2] = s; out[3] = *p; out[4] = a[1];
  label: if (y++ < 5) goto label;
  out[5] = y;
}
