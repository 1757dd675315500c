// test pass=sccp
// Trees are evaluated whole: what each variable alone does not decide, their sum does.
// count 1: =0:B
// check: )) =7:U4
__global__ void k(unsigned *p, unsigned n) {
  unsigned a = 2, b = 3;
  for (unsigned i = 0; i < n; i++) {
    p[0] = i;
    if (a * b + 1 != 7) a = b = i;
  }
  p[1] = a * b + 1;
}
