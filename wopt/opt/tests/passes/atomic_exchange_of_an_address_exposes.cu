// test pass=value-numbering
// The address is given away by an atomic: what is read there later may lead to a.
// count 2: ) (ivar I4 local
__global__ void k(unsigned long long *p, int *o, int i) {
  int a[8];
  a[i & 7] = i;
  a[2] = 5;
  int s = a[i & 7];
  int *q = (int *)atomicExch(p, (unsigned long long)a);
  q = (int *)atomicExch(p, (unsigned long long)q);
  *q = 3;
  o[0] = s + a[i & 7];
}
