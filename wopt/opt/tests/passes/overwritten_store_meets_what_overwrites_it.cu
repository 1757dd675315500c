// test pass=joined-stores
// The arm loads, so it stays; both leave the store to the block behind it, and what the first left is read nowhere.
// count 1: (istore
// check: (phi {v}.3 {v}.1 {v}.2)
// check: {v}.3 chi(
__global__ void k(float *__restrict__ o, const float *__restrict__ p, int n) {
  float s = 1;
  o[n] = s;
  if (n > 3) {
    s = p[n] + p[n + 1];
    o[n] = s;
  }
  asm volatile("// o[n] is read" ::: "memory");
}
