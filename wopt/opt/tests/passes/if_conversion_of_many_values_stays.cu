// test pass=if-conversion
// Seven selections are dearer than a branch.
// count 1: (branch
// count 0: SELECT
__global__ void k(unsigned *p, unsigned a, unsigned b) {
  unsigned x = 0, y = 1, z = 2, u = 3, v = 4, w = 5, s = 6;
  if (a < b) { x = a; y = b; z = a; u = b; v = a; w = b; s = a; }
  p[x + y] = z; p[u + v] = w; p[s] = 3;
}
