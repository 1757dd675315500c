// [stmt.ranged] the range is what its name means before the loop's variable is declared
// wrong: ranges-see-the-variable
struct L { int a[3]; __device__ int *begin() { return a; } __device__ int *end() { return a + 3; } };
extern "C" __global__ void k(long long *out) {
  int n = 0, ar[3] = {1, 2, 3};
  L l = {{7, 8, 9}};
  for (int ar : ar) out[n++] = ar;
  for (auto &ar : ar) ar++;
  for (auto ar : ar) { int twice = ar * 2; out[n++] = twice; }
  for (int &l : l) out[n++] = l++;
  out[n++] = l.a[2];
}
