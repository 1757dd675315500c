// test pass=load-pre --passes=-unrolling
// A load under a condition is not made for rounds that do not ask: it may lead nowhere.
// not: ) (ivar I4 global
// check: (phi
// check: (branch
// check: ) (ivar I4 global
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int n, int m) {
  int s = 0;
  for (int j = 0; j < n; j++) {
    if (j > m) __nanosleep(s += *p);
  }
  out[threadIdx.x] = s;
}
