// test pass=load-pre --passes=-unrolling
// A store of a byte cuts its value: the load behind stays.
// count 1: ) (ivar U1
__global__ void k(int *__restrict__ out, unsigned char *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i)
    p[i] = m * 3;
  else
    p[i] = i + m;
  __nanosleep(1);
  out[i] = p[i];
}
