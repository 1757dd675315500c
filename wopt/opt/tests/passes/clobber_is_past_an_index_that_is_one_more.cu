// test pass=value-numbering
// j is i + 1 without overflow, and m is i + 2 in 64 bits: neither store is to a[i].
// count 1: ) (ivar I4 global
__global__ void k(int *__restrict__ a, int *__restrict__ o, int i) {
  int j = i + 1;
  long long m = (long long)i + 2;
  o[j] = 1;
  o[m] = 2;
  int x = o[i];
  o[j] = 3;
  o[m] = 4;
  a[j] = x;
  a[m] = o[i];
}
