// test pass=strength-reduction -arch=sm_80
// ptxas for sm_80 keeps the counter in a register of the thread where that gains.
// count 0: temp U8 "q"
__global__ void k(float *__restrict__ o, const float *__restrict__ p, const long long *__restrict__ at, long long n, long long m) {
  float s = 0;
  for (long long i = 0; i < n; i++) {
    float b = p[i];
    for (long long j = at[i]; j < m; j *= 3)
      s += b;
  }
  *o = s;
}
