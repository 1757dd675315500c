// test pass=chosen-addresses..scalar-replacement
// Three objects, one of a constant, and members at one offset in each.
// count 0: (stack
// count 0: local (lda
struct P { float x; int id[2]; };
__device__ const P &nearer(const P &a, const P &b) { return a.x < b.x ? a : b; }
__device__ const int &larger(const int &a, const int &b) { return a < b ? b : a; }
__global__ void k(int *p, int n) {
  P a = {(float)p[1], {1, n}}, b = {(float)p[2], {2, n + 1}};
  int v = p[3];
  p[0] = nearer(a, b).id[1] + larger(larger(n, v), 7);
}
