// test pass=partial-unrolling -O3 -arch=sm_80
// A thread has 32 registers here, and 24 are full all through the loop: its copies would not find any.
// count 1: F4ADD
__global__ void __launch_bounds__(1024, 2) k(float *__restrict__ o, const float *__restrict__ p, int n, int c) {
  float a0 = p[0];
  float a1 = p[1];
  float a2 = p[2];
  float a3 = p[3];
  float a4 = p[4];
  float a5 = p[5];
  float a6 = p[6];
  float a7 = p[7];
  float a8 = p[8];
  float a9 = p[9];
  float a10 = p[10];
  float a11 = p[11];
  float a12 = p[12];
  float a13 = p[13];
  float a14 = p[14];
  float a15 = p[15];
  float a16 = p[16];
  float a17 = p[17];
  float a18 = p[18];
  float a19 = p[19];
  float a20 = p[20];
  float a21 = p[21];
  float a22 = p[22];
  float a23 = p[23];
  float s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  o[0] = a0;
  o[1] = a1;
  o[2] = a2;
  o[3] = a3;
  o[4] = a4;
  o[5] = a5;
  o[6] = a6;
  o[7] = a7;
  o[8] = a8;
  o[9] = a9;
  o[10] = a10;
  o[11] = a11;
  o[12] = a12;
  o[13] = a13;
  o[14] = a14;
  o[15] = a15;
  o[16] = a16;
  o[17] = a17;
  o[18] = a18;
  o[19] = a19;
  o[20] = a20;
  o[21] = a21;
  o[22] = a22;
  o[23] = a23;
  o[99] = s;
}
