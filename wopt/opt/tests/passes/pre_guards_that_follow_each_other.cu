// test pass=expression-pre
// Neither guarded block asks for the product on every way, but the two follow each other: it is evaluated before the first guard, in U-form.
// count 1: MPY
// check: (stid ({r}.{k}) (U4MPY
// check: (branch
// check: {r}.{k}
// check: {r}.{k}
__global__ void k(int *__restrict__ o, const int *__restrict__ c, int a, int b) {
  if (c[0])
    o[0] = a * b;
  if (c[1])
    o[1] = a * b;
}
