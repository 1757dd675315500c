// [basic.scope.hiding] a variable or enumerator hides a class of its block, which `struct` and `::` still name
// wrong: blocks-have-no-scope
extern "C" __global__ void k(long long *out) {
  int A = 3;
  struct A { enum { a = 7 }; char c[5]; };
  A = A + A::a; out[0] = A; out[1] = sizeof(struct A); out[2] = sizeof(A);
  struct B { int b : 3; } B; B.b = 2; out[3] = B.b; struct B other; other.b = 1; out[4] = other.b;
  enum C { one = 1, two } C = two; out[5] = C; enum C more = one; out[6] = more;
  { struct A { char c[9]; }; A x; out[7] = sizeof x; out[8] = sizeof(A); }
  { int B = 4; out[9] = B; struct B { int d, e; }; out[10] = sizeof(struct B); }
  out[11] = sizeof(struct B); out[12] = sizeof(A);
}
