// test pass=load-pre --passes=-unrolling
// What each way stores is what the load behind gives.
// count 0: ) (ivar I4 global
// check: (phi
__global__ void k(int *__restrict__ out, int *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i) {
    p[i] = m * 3;
    __nanosleep(1);
  } else {
    p[i] = i + m;
    __nanosleep(2);
  }
  out[i] = p[i];
}
