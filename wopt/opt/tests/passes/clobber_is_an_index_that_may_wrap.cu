// test pass=value-numbering
// An unsigned index may wrap; half a word further is the same word.
// count 4: ) (ivar I4 global
__global__ void k(int *__restrict__ a, int *__restrict__ b, int *__restrict__ o, unsigned i, int n) {
  unsigned j = i + 1;
  int x = a[(int)i];
  a[(int)j] = 3;
  o[0] = x + a[(int)i];
  x = b[n];
  *(short *)((char *)(b + n) + 2) = 3;
  o[1] = x + b[n];
}
