// test pass=expression-pre --passes=-unrolling
// A constant that the access takes in costs nothing in the loop, and the sum of the pointer and what does not change is
// evaluated before.
// count 1: =256:U8
// check: (stid ({r}.1) (U8ADD (U8MPY (I8I4CVT v
// next: (goto
// check: (phi
// check: {r}.1
// check: cr1 12 mu
// check: cr1 0 mu
__global__ void k(float *p, int r, int n) {
  for (int i = 0; i < n; i++)
    p[r * 64 + i] = p[r * 64 + i + 3];
}
