// test pass=expression-pre
// A round asks for the quotient where it likes, so no round evaluates it for another: a division is too dear.
// check: (phi
// check: (branch
// check: (I4DIV
// count 1: I4DIV
__global__ void k(int *p, int a, int b, int n) {
  for (int i = 0; i < n; i++)
    if (p[i] == 7) p[i] = a / b;
}
