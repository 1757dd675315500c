// test pass=expression-pre --passes=-unrolling
// The quotient does not change in the loop, which runs at least once: it is evaluated before.
// count 1: DIV
// check: (bb bb0
// not: (bb
// check: (stid ({r}.1) (I4DIV
// next: (goto
// not: {r}.2
// check: {r}.1)
__global__ void k(int *p, int a, int b, int n) {
  int i = 0;
  do {
    p[i] = a / b + i;
    i++;
  } while (i < n);
}
