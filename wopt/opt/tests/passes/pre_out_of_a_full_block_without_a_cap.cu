// test pass=expression-pre
// The same, where nobody asks for few registers: what lives in the block alone does not count.
// check: stid (v91.1) (I4BXOR (U4MPY
__global__ void k(float *__restrict__ o, const volatile float *p, int *__restrict__ q, int x, int y) {
  int a = q[threadIdx.x];
  for (int i = 0; i < x; i++) {
    float v0 = p[0];
    float v1 = p[1];
    float v2 = p[2];
    float v3 = p[3];
    float v4 = p[4];
    float v5 = p[5];
    float v6 = p[6];
    float v7 = p[7];
    float v8 = p[8];
    float v9 = p[9];
    float v10 = p[10];
    float v11 = p[11];
    float v12 = p[12];
    float v13 = p[13];
    float v14 = p[14];
    float v15 = p[15];
    float v16 = p[16];
    float v17 = p[17];
    float v18 = p[18];
    float v19 = p[19];
    float v20 = p[20];
    float v21 = p[21];
    float v22 = p[22];
    float v23 = p[23];
    o[0] = v23;
    o[1] = v22;
    o[2] = v21;
    o[3] = v20;
    o[4] = v19;
    o[5] = v18;
    o[6] = v17;
    o[7] = v16;
    o[8] = v15;
    o[9] = v14;
    o[10] = v13;
    o[11] = v12;
    o[12] = v11;
    o[13] = v10;
    o[14] = v9;
    o[15] = v8;
    o[16] = v7;
    o[17] = v6;
    o[18] = v5;
    o[19] = v4;
    o[20] = v3;
    o[21] = v2;
    o[22] = v1;
    o[23] = v0;
    q[i] = (a * a ^ 5) + i;
  }
}
