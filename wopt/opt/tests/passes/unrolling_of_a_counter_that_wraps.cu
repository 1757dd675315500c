// test pass=full-unrolling
// 250 to 255, then 0 to 3: ten iterations.
// not: (phi
// count 10: (istore
__global__ void k(unsigned char *p) {
  for (unsigned char i = 250; i != 4; i++) p[i] = i;
}
