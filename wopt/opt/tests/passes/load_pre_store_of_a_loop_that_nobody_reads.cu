// test pass=load-pre --passes=-unrolling
// What a loop stores nobody reads: each round writes what it wrote, and the one load is that before.
// count 1: ) (ivar I4 global
// check: 0 mu(v12.3))) (I4MPY v8.2 =3:U4)
// check: (branch
__global__ void k(int *__restrict__ out, int *__restrict__ p, int n) {
  int i = threadIdx.x;
  out[i] = p[i];
  for (int j = 0; j < n; j++) p[i] = j * 3;
}
