// test pass=global-reassociation
// The larger of b and c is read besides: taking it apart would make an evaluation more.
// count 3: I4MAX
// check: (I4MAX v2.1 v4.1)
// check: (I4MAX v6.1 v4.1)
// check: (I4MAX v2.1 v8.1)
__global__ void k(volatile int *o, int a, int b, int c) {
  o[0] = max(a, b);
  int t = max(b, c);
  o[1] = t;
  o[2] = max(t, a);
}
