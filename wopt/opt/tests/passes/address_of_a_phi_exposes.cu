// test pass=value-numbering
// One of two objects is stored to: what each held is lost, also where the classes were made anew.
// count 2: ) (ivar I4 local (lda %4
// count 2: ) (ivar I4 local (lda %5
__global__ void k(int *p, int *o, int i) {
  int *q = o + (i & 3);
  int a[8], b[8];
  a[i & 7] = i;
  b[i & 7] = i;
  a[0] = 1;
  b[0] = 2;
  a[i & 3] = 2;
  b[i & 3] = 5;
  *q = 7;
  q = a;
  for (int n = 0; n < i; n++) q = b;
  int s = a[0] - b[0];
  *q = 3;
  p[0] = s + a[0] + b[0];
}
