// test pass=expression-pre --maxrregcount=48
// The same with 48 registers: there is room.
// check: (I4BXOR (U4MPY
__global__ void k(float *__restrict__ o, const volatile float *p, int *__restrict__ q, int x, int y) {
  int a = q[threadIdx.x];
  float v0 = p[0], v1 = p[1], v2 = p[2], v3 = p[3], v4 = p[4], v5 = p[5], v6 = p[6], v7 = p[7], v8 = p[8];
  for (int i = 0; i < x; i++) {
    printf("here");
    q[i] = (a * a ^ 5) + i;
  }
  o[0] = v0;
  o[1] = v1;
  o[2] = v2;
  o[3] = v3;
  o[4] = v4;
  o[5] = v5;
  o[6] = v6;
  o[7] = v7;
  o[8] = v8;
}
