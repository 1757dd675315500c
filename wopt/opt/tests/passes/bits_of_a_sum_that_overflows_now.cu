// test pass=bitwise-dead-code
// Without the mask the signed sum may overflow: it is one that wraps. What is stored whole keeps its form.
// count 0: BAND
// count 1: U4ADD
// count 1: I4ADD
__global__ void k(unsigned char *p, int *q, int x, int y) {
  p[0] = (x & 255) + y;
  q[0] = x + y;
}
