// test pass=load-pre --passes=-unrolling
// Behind the join one way alone loads: nothing is inserted for the other.
// count 2: ) (ivar I4 global
// count 0: ) (ivar U4
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i)
    out[i] = p[i];
  else
    out[i + 1] = 3;
  __nanosleep(1);
  if (m > 5) out[i + 2] = p[i] + 1;
}
