// test pass=strength-reduction -arch=sm_90
// A step of words is one instruction, and stands for a product and a sum that the copies share; what is left over is not stepped.
// count 1: temp U8 "q"
__global__ void k(float *__restrict__ o, const float *__restrict__ p, int m, int n, int t) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += p[i * m + t];
  *o = s;
}
