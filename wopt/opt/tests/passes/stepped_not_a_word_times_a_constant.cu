// test pass=strength-reduction --passes=-unrolling
// A counter that is extended and multiplied by a constant is one instruction with its sum, and a step of 64 bits two.
// count 0: "q"
// check: (U8MPY (I8I4CVT
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  *o = s;
}
