// test pass=expression-pre --passes=-unrolling
// A sum takes its product in (one instruction), so the product alone is worth no register. The quotient is, and so is the sum of a
// product and an object of shared memory: no access adds two registers.
// count 2: "r"
// check: (bb bb5
// next: .1) (U4ADD (U4MPY (I4BAND v2.1 =63:U4) =4:U4) (U4U8CVT (lda $0 0)))
// next: .1) (I4DIV
// next: (goto
// check: (I4ADD v8.2 (I4MPY v2.1 v4.1))
// count 1: (I4BAND v2.1
__global__ void k(int *p, int a, int b, int n) {
  __shared__ int s[4][64];
  for (int i = 0; i < n; i++)
    s[i & 3][a & 63] = p[i] = a * b + i + a / b;
}
