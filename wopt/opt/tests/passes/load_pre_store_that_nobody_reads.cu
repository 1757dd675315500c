// test pass=load-pre --passes=-unrolling
// What is stored last nobody reads: the store writes what it wrote, and no load is made for it.
// count 1: ) (ivar I4 global
// count 0: ) (ivar U4
// count 1: =3:U4
// not: (phi
__global__ void k(int *__restrict__ out, int *__restrict__ p, int m) {
  int i = threadIdx.x;
  if (m > i) {
    out[i] = p[i];
    __nanosleep(1);
  }
  p[i] = 3;
}
