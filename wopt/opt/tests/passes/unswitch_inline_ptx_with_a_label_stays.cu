// test pass=unswitching
// It would stand there twice.
// count 1: (asm @
__global__ void k(int *o, const int *p, int n, int flag) {
  for (int i = 0; i < n; i++) {
    int x;
    asm volatile("mov.u32 %0, %1;\n there:\n" : "=r"(x) : "r"(p[i]));
    if (flag) o[i] = x;
    else o[i + n] = x + 1;
  }
}
