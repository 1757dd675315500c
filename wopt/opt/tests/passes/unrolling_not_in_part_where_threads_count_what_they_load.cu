// test pass=partial-unrolling
// Rows of a sparse matrix: what the longest row of a warp wins, the rest behind the copies takes. A short body has copies.
// count 1: (F4DIV
// count 5: (F4FMA
// check: (unroll 1)
__global__ void k(float *o, const int *rows, const float *p, const int *q) {
  int v = threadIdx.x;
  float s = 0, t = 0;
  for (int e = rows[v] & 7; e < (rows[v + 1] & 15); e++) s += p[e] / q[e];
  for (int e = rows[v + 2] & 7; e < (rows[v + 3] & 15); e++) t += p[e] * 2.0f;
  o[v] = s + t;
}
