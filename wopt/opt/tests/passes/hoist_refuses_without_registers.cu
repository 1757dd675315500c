// test pass=hoisting -arch=sm_80
// A thread has 32 registers here, and all are full at the branch: the product stays in both arms.
// check: (bb bb2
// check: (I4MPY
// check: (bb bb1
__global__ void __launch_bounds__(1024, 2) k(float *__restrict__ o, int *__restrict__ q, const float *__restrict__ p, int n, int c, int d) {
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
  float a24 = p[24];
  float a25 = p[25];
  float a26 = p[26];
  float a27 = p[27];
  float a28 = p[28];
  float a29 = p[29];
  float a30 = p[30];
  float a31 = p[31];
  float a32 = p[32];
  float a33 = p[33];
  if (p[threadIdx.x] > 0)
    q[threadIdx.x] = c * d + 3;
  else
    q[threadIdx.x + n] = c * d + 5;
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
  o[24] = a24;
  o[25] = a25;
  o[26] = a26;
  o[27] = a27;
  o[28] = a28;
  o[29] = a29;
  o[30] = a30;
  o[31] = a31;
  o[32] = a32;
  o[33] = a33;
}
