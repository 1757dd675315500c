// test pass=joined-stores
// Other bytes, another width, volatile, an arm that others come to, a value that is dear or is loaded where the arm does more.
// count 15: (istore
// count 1: (volatile-store
__global__ void bytes(int *o, int n) {
  o[n] = 9;
  if (n > 3) o[n + 1] = 5;
}
__global__ void width(short *o, int n) {
  *(int *)o = 9;
  if (n > 3) *o = 5;
}
__global__ void is_volatile(volatile int *o, int *p, int n) {
  *(int *)o = 9;
  if (n > 3) *o = 5;
}
__global__ void others(int *o, int n, int m) {
  o[n] = 9;
  if (n > 3) {
    if (m > 3) goto arm;
    o[1] = 3;
  } else {
  arm:
    o[n] = 5;
    o[2] = 4;
  }
}
__global__ void dear(int *o, int n) {
  o[n] = 9;
  if (n > 3) {
    o[n] = n / 7 % 5;
    o[0] = 1;
  }
}
__global__ void loads(int *__restrict__ o, const int *__restrict__ p, int n) {
  o[n] = 9;
  if (n > 3) {
    o[n] = p[n];
    o[0] = 1;
  }
}
