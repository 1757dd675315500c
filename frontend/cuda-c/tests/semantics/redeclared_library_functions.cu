// [library.c] a program may declare the functions of the C library that it uses
// wrong: redeclared-builtins-are-undefined
// options: -default-device
extern "C" int abs(int);
extern "C" double fabs(double), floor(double);
extern "C" __global__ void k(long long *out) {
  out[0] = 14; out[1] = abs((int)out[0] - 20); out[2] = (long long)(fabs(-2.5) * 2); out[3] = abs(-49);
  out[4] = (long long)floor(-1.5);
}
