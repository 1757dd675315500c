// test pass=joined-stores
// Two arms meet, and what they store meets the third's.
// count 1: (istore
// check: (phi {t}.3 {t}.1 {t}.2)
// check: (phi {v}.3 {v}.1 {v}.2)
// check: {v}.3 chi(
__global__ void k(float *o, const float *p, int n, int w) {
  float x = p[n];
  if (x > 0) {
    float s = 0;
    for (int i = 0; i < n; i++) s += x * i;
    o[w] = s;
  } else if (x < -1) o[w] = p[w] + x;
  else o[w] = 1;
  asm volatile("// o[w] is read" ::: "memory");
}
