// test pass=summarize
// The function's own objects end with it: where their addresses lead is nothing to know.
// check: "dangles"
// not: returns
__device__ __noinline__ int *dangles(int k) { int a[4]; a[k & 3] = k; return a + 1; }
__global__ void k(int *o) { o[2] = dangles(o[1]) == o; }
