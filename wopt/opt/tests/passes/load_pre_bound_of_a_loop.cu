// test pass=load-pre --passes=-unrolling
// A bound that is loaded for each comparison is loaded before the loop.
// count 2: ) (ivar I4 global
// check: ) (ivar I4 global
// check: ) (ivar I4 global
// check: (branch
// check: (phi
__global__ void k(float *__restrict__ out, const int *__restrict__ row, const float *__restrict__ v) {
  int i = threadIdx.x;
  float s = 0;
  for (int j = row[i]; j < row[i + 1]; j++) s += v[j];
  out[i] = s;
}
