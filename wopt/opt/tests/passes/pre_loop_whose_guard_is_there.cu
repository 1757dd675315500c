// test pass=expression-pre --passes=-unrolling
// A loop that may not run has a guard before it: behind the guard, the product is asked for.
// count 1: MPY v
// check: (branch
// next: (bb
// next: (stid ({r}.1) (U4MPY v
// next: (goto
// check: (phi
// check: {r}.1
__global__ void k(int *p, int a, int b, int n) {
  for (int i = 0; i < n; i++)
    p[i] = a * b ^ i;
}
