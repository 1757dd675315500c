// test pass=expression-pre
// Of two arms one runs: before the branch nothing is gained.
// check: (bb bb2
// check: (let {q} (I4MPY
// check: (bb bb7
// check: {q}
__global__ void k(int *__restrict__ o, const int *__restrict__ c, int a, int b) {
  if (c[0])
    o[0] = a * b + 1;
  else if (c[1])
    o[1] = a * b + 2;
}
