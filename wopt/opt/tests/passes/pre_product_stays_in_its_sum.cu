// test pass=expression-pre --passes=-unrolling
// A sum takes its product in (one instruction), so the product alone is worth no register; nor is a sum with an object of shared
// memory, which the access names. The quotient and the mask are.
// count 2: "r"
// check: (I4DIV
// next: .1) (I4BAND
// next: (goto
// check: (I4ADD v8.2 (I4MPY v2.1 v4.1))
// check: (U4ADD (U4ADD (U4MPY
__global__ void k(int *p, int a, int b, int n) {
  __shared__ int s[4][64];
  for (int i = 0; i < n; i++)
    s[i & 3][a & 63] = p[i] = a * b + i + a / b;
}
