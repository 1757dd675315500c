// test pass=value-numbering
// The address is given away by a volatile store: the loaded pointer may lead to a.
// count 2: ) (ivar I4 local
__global__ void k(int *volatile *p, int *o, int i) {
  int a[8];
  a[i & 7] = i;
  a[2] = 5;
  int s = a[i & 7];
  p[0] = a;
  int *q = p[1];
  *q = 3;
  o[0] = s + a[i & 7];
}
