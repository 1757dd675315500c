// test pass=expression-pre
// What is out of range converts to no number that counts: a round that does not ask does not convert.
// count 1: I4F4CVT
// check: (phi
// check: (branch
// check: I4F4CVT
__global__ void k(int *p, int *q, float a, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] == 7) q[i] = (int)a;
}
