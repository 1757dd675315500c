// [dcl.meaning] declarators are read from the name outwards
// wrong: declarators-from-the-left
__device__ int f(int x) { return x + 1; }
__device__ int (h)(int x) { return x * 2; }
typedef int A3[3];
typedef int (*P3)[3];
extern "C" __global__ void k(long long *out) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int *b[2] = {a[1], a[0]}; int (*c)[3] = a; int (*e) = a[1]; int ((g)) = 9; A3 *t = a; P3 u = a + 1; int (&r)[2][3] = a; int *(&s) = e; int *const (*v) = b; int (*(w)[1])[3] = {a};
  out[0] = *b[0]; out[1] = (*c)[1]; out[2] = c[1][2]; out[3] = *e; out[4] = g; out[5] = (*t)[2];
  out[6] = (*u)[0]; out[7] = r[1][1]; out[8] = *++s; out[9] = *e; out[10] = **v; out[11] = (*w[0])[2];
  out[12] = sizeof b; out[13] = sizeof c; out[14] = sizeof *c; out[15] = sizeof r; out[16] = sizeof(A3);
  out[17] = f(1); out[18] = h(4); out[19] = sizeof(int *[3]); out[20] = sizeof(int (*)[3]);
}
