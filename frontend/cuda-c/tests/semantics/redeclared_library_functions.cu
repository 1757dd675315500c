// [library.c] a program may declare the functions of the C library that it uses
// wrong:
// options: -default-device
extern "C" void *memcpy(void *, const void *, unsigned long);
extern "C" void *memset(void *, int, unsigned long);
extern "C" int abs(int);
extern "C" double fabs(double), sqrt(double), floor(double);
extern "C" __global__ void k(long long *out) {
  char a[8], b[8]; memset(a, 5, 8); memcpy(b, a, 8); b[3] = 9;
  out[0] = b[2] + b[3]; out[1] = abs((int)out[0] - 20); out[2] = (long long)(fabs(-2.5) * 2); out[3] = (long long)sqrt(49.0);
  out[4] = (long long)floor(-1.5);
}
