// test pass=expression-pre --passes=-unrolling
// A round asks for the sum where it likes. It is cheap and cannot go wrong, so it is evaluated before the loop, and promises nothing.
// check: (stid ({r}.1) (U4MPY (U4ADD
// next: (goto
// check: (branch
// not: {r}.2
// check: mu(v14.3))) {r}.1 chi
// count 0: I4MPY
__global__ void k(int *p, int *q, int a, int b, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] == 7) q[i] = (a + b) * 5;
}
