// test pass=strength-reduction --passes=-unrolling
// A counter of 64 bits times 12 is three instructions, five with its sum, and a step is two.
// check: (phi {q}.1 {q}.3 {q}.2)
// count 0: (U8MPY v
__global__ void k(int *__restrict__ o, const int3 *__restrict__ p, long long n) {
  int s = 0;
  for (long long i = 0; i < n; i++)
    s += p[i].x;
  *o = s;
}
