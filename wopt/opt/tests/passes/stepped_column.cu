// test pass=strength-reduction --passes=-unrolling
// A column is walked by a pointer: it is set before the loop, and grows by the row's length where the index does.
// check: (stid ({q}.3) (U8ADD
// check: (phi {q}.1 {q}.3 {q}.2)
// check: (ivar I4 global {q}.1 0 mu
// check: (I4ADD v
// check: (stid
// count 0: MPY (I8I4CVT (I4MPY
__global__ void k(int *__restrict__ o, const int *__restrict__ p, int n, int m, int c) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += p[i * m + c];
  *o = s;
}
