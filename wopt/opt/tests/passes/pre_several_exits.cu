// test pass=expression-pre
// What a loop of several exits evaluates in each round is evaluated once.
// count 1: DIV
// check: (branch
// next: (bb
// next: (stid ({r}.1) (I4DIV
// check: (phi
// not: {r}.2
// check: {r}.1
__global__ void k(int *p, int a, int b, int n) {
  for (int i = 0; i < n; i++) {
    if (p[i] == a / b) break;
    if (p[i] == 7) return;
    p[i] = a / b;
  }
  p[n] = a;
}
