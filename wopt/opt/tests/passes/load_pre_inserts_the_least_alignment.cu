// test pass=load-pre
// The arm alone says that the place is aligned to 16 bytes; on the other way it need not be.
// count 1: align=16
__global__ void k(int *__restrict__ o, const int *p, int c) {
  int s = 1;
  if (c)
    s = ((const int4 *)p)->x;
  else
    o[0] = 2;
  o[1] = p[0] + s;
}
