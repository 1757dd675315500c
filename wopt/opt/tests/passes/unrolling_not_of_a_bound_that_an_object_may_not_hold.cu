// test pass=propagate..full-unrolling
// Bounds in objects that are volatile, given away, or chosen, and one that is no constant.
// count 1: (phi v4.
// count 1: (phi v10.
// count 1: (phi v15.
// count 1: (phi v21.
struct Counted { int n; };
__device__ __noinline__ void other(Counted *c) { c->n = threadIdx.x; }
__global__ void k(int *p, int n) {
  volatile Counted a = {3};
  for (int i = 0; i < a.n; i++) p[i] += 1;
  Counted b = {3};
  other(&b);
  for (int i = 0; i < b.n; i++) p[i] += 2;
  Counted c[2] = {{3}, {4}};
  for (int i = 0; i < c[n & 1].n; i++) p[i] += 3;
  Counted d = {n};
  for (int i = 0; i < d.n; i++) p[i] += 4;
}
