// test pass=strength-reduction --passes=-unrolling
// A counter of 64 bits that is shifted and added to an address is two instructions, LEA and LEA.HI.X, and so is a step.
// count 0: "q"
// check: (U8MPY v
__global__ void k(int *__restrict__ o, const int *__restrict__ p, long long n) {
  int s = 0;
  for (long long i = 0; i < n; i++)
    s += p[i];
  *o = s;
}
