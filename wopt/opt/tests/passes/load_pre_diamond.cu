// test pass=load-pre --passes=-unrolling
// What one way loads is loaded on the other too, and read behind.
// count 1: ) (ivar I4 global
// count 1: ) (ivar U4 global
// check: ({r}.1) (ivar I4 global
// check: ({r}.3) (ivar U4
// check: (phi {r}.2 {r}.1 {r}.3)
// check: (I4ADD {r}.2 =1:U4)
__global__ void k(int *__restrict__ out, const int *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i)
    out[i] = p[i];
  else
    out[i + 1] = 3;
  __nanosleep(1);
  out[i + 2] = p[i] + 1;
}
