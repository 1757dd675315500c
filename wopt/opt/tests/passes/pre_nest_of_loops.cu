// test pass=expression-pre --passes=-unrolling
// What both loops leave alone comes before both, what the inner one does before that.
// check: (phi
// check: (phi
// check: (stid ({r}.1) (F4FMA
// next: (goto
// check: (phi
// not: {r}.2
// check: {r}.1
// count 1: F4I4CVT
__global__ void k(float *p, float a, float b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      p[j] = (a * b - p[j]) * (a * b + i);
}
