// Under a cap of 24 registers the values of a round of the outer loop are in slots of the warp: stored anew in each, read four at a time.
#define EACH(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15) DO(16) DO(17) DO(18) DO(19)
#define MADE(K) int u##K = in[(K + j) & 63]; int v##K = in[(7 * K + j) & 63] + (K - 9) * (int)threadIdx.y;
#define READ(K) s = s * 3 + u##K; r = r * 5 + v##K;
#define MADE_LATE(K) int a##K = in[(K + n) & 63]; int b##K = in[(K + 2 * n) & 63];
#define READ_LATE(K) s = s * 3 + a##K; r = r * 5 + b##K;
extern "C" __global__ void k(int *out, const int *in, int n) {
  int t = threadIdx.x + 16 * (threadIdx.y + 2 * threadIdx.z);
  int s = 0, r = t;
#pragma unroll 1
  for (int j = 0; j < n; j++) {
    EACH(MADE)
#pragma unroll 1
    for (int i = 0; i < n; i++) {
      EACH(READ)
    }
    if ((t ^ j) & 1) s += r;
  }
  if (t % 3 == 0) {
    EACH(MADE_LATE)
#pragma unroll 1
    for (int i = 0; i < n; i++) {
      EACH(READ_LATE)
    }
  }
  out[blockIdx.x * 64 + t] = s ^ r;
}
