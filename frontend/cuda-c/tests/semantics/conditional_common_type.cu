// [expr.cond] the arms of a conditional are brought to their common type, whichever is chosen
// wrong: conditional-takes-first-type
__device__ int kind(int) { return 1; }
__device__ int kind(unsigned) { return 2; }
__device__ int kind(double) { return 3; }
__device__ int kind(long long) { return 4; }
__device__ int kind(char) { return 5; }
extern "C" __global__ void k(long long *out) {
  bool yes = out[0] == 0; char c = 'a'; short s = -1; unsigned u = 1; int i = -1;
  out[0] = kind(yes ? i : u); out[1] = (long long)(yes ? i : u); out[2] = kind(yes ? 1 : 2.0);
  out[3] = (yes ? 7 : 2.5) / 2 == 3.5; out[4] = kind(yes ? c : c); out[5] = kind(yes ? c : s);
  out[6] = kind(yes ? s : 1ll); out[7] = (yes ? i : 0ull) > 5; out[8] = (yes ? 'a' : 1);
  out[9] = sizeof(yes ? 'a' : 1); out[10] = (yes ? -1 : 0u) >> 31;
}
