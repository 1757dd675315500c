// test pass=address-reassociation --passes=-unrolling
// The next value of a pointer is read where it is set, else both would live.
// count 0:  4 mu
// check: (phi
// check: (U8ADD
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n) {
  int s = 0;
  for (int j = 0; j < n; j++) s += *++p;
  *out = s;
}
