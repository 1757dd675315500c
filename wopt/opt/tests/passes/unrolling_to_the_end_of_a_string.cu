// test pass=propagate..full-unrolling
// What ends the loop is what a constant object was initialised with; the loop behind it ends where that leads.
// not: (phi
// count 5: =1:U4
__device__ const int wide[4] = {7, 9, 0, 4};
__device__ unsigned long length(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }
__global__ void k(int *p) {
  unsigned long n = length("abc");
  for (unsigned long i = 0; i < n; i++) p[i] = 1;
  int sum = 0;
  for (const int *w = wide; *w; ++w) sum += *w;
  p[8] = sum == 16 ? 1 : 2;
  p[9] = 1;
}
