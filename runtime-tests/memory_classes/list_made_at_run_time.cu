// A list that a function links at run time.
// expect: 20 21 22
struct N { N *next; int v; };
__device__ N a, b, c;
__device__ N *head;
__device__ __noinline__ void link(N *n) { n->next = head; head = n; }
extern "C" __global__ void k(int *o) {
  head = 0;
  link(&c); link(&b); link(&a);
  a.v = 1; b.v = 2; c.v = 3;
  int i = 20;
  for (N *q = head; q; q = q->next) q->v = i++;
  o[0] = a.v; o[1] = b.v; o[2] = c.v;
}
