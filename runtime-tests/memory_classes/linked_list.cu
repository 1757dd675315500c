// List nodes in initial values expose one another.
// expect: 0
struct N { N *next; int v; };
__device__ N b = {0, 1}; __device__ N a = {&b, 0};
extern "C" __global__ void k(int *o) { b.v = 1; for (N *q = &a; q; q = q->next) q->v = 2; o[0] = b.v - 2; }
