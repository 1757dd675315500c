// [dcl.ambig.res] a type-id in parentheses is a cast; T(x) in an expression is a conversion
// wrong: casts-before-calls
struct Q { int a, b; __device__ Q(int x, int y = 1) : a(x), b(y) {} __device__ bool operator==(const Q &o) const { return a == o.a && b == o.b; } };
__device__ int f(int x) { return x + 1; }
extern "C" __global__ void k(long long *out) {
  int x = 70000, *p = &x; Q c(2, 3);
  out[0] = (int((short)x) + 1); out[1] = (int)(x); out[2] = (Q(2, 3) == c); out[3] = (Q(2) == c);
  out[4] = sizeof(int(x)); out[5] = (short)x + 1; out[6] = (short)(x + 1); out[7] = (f)(x); out[8] = (int)-1;
  out[9] = (x)-1; out[10] = (unsigned char)(300) + 1; out[11] = (*(int(*))p); out[12] = int(char(300));
  out[13] = (int(*(p))); out[14] = (f(x)); out[15] = int(f(int(2.5))); out[16] = sizeof(int[3]);
  out[17] = (long long)(int)x * x;
}
