// [conv.array] an array becomes a pointer to its first element; pointers count in elements
// wrong: pointers-step-in-bytes
__device__ int last(int *a, int n) { return a[n - 1]; }
__device__ int size(int a[10]) { return sizeof(a); }
__device__ int two(int (*a)[3]) { return a[1][2]; }
__device__ int two2(int a[][3]) { return a[0][1]; }
extern "C" __global__ void k(long long *out) {
  int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int *p = a[0], (*q)[3] = a; int b[4] = {7, 8, 9, 10}; const int *c = b; int *e = b + 4; short h[3] = {1, 2, 3}; char *bytes = (char *)b;
  out[0] = *p; out[1] = p[4]; out[2] = *(*(a + 1) + 1); out[3] = q[1][0]; out[4] = (*q)[2]; out[5] = *q[1];
  out[6] = e - b; out[7] = c - b; out[8] = &b[3] - &b[1]; out[9] = (char *)(b + 2) - (char *)b;
  out[10] = last(b, 4); out[11] = size(b); out[12] = two(a); out[13] = two2(a); out[14] = 2[b];
  out[15] = *(h + 1); out[16] = (char *)(h + 1) - (char *)h; out[17] = &a[1] - &a[0];
  out[18] = &a[1][0] - &a[0][0]; out[19] = sizeof(&a); out[20] = (int *)(&a + 1) - p; out[21] = sizeof *q;
  out[22] = bytes[4]; out[23] = *--e; out[24] = *e--; out[25] = *e; out[26] = (b + 1)[1]; out[27] = &*b == b;
  out[28] = !p; out[29] = -1[&b[1]];
}
