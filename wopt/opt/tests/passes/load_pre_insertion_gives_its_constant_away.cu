// test pass=load-pre --passes=-unrolling
// The index is one number where the loop begins: the load before it has the whole offset, as any other has it.
// count 0: =64:U8) 4
// check: (ivar U4 global v3.2 68 mu(
__global__ void k(const long long *rl, int *oi, long long *ol, int n) {
  const int gid = blockIdx.x * blockDim.x + threadIdx.x;
  oi = oi + gid * 32;
  int *wi = oi + 16;
  ol = ol + gid * 32;
  long long v = rl[gid];
  unsigned char s = 1;
  for (int j = 3; j < n; j += 5) s += (wi[j <= 2147483647u] % 2147483647ll) * (v % 2147483647ll);
  ol[22] = s;
}
