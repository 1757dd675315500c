// test pass=summarize -fno-promote-arguments
// A call has an operand for each part of an aggregate. Pointers in aggregates are not followed; those behind them are.
// check: "takes" "_Z5takesPi4PairS_" @0:6:30 at=start (device) (summary generic generic diverges (keeps 0 reads) (keeps 4 writes))
// count 2: (keeps
struct Pair { int *first; int *second; int n; };
__device__ __noinline__ void takes(int *p, Pair pair, int *q) { *q = *p + *pair.first; *pair.second = pair.n; }
__global__ void k(int *o) { Pair pair = {o, o + 1, 3}; takes(o + 2, pair, o + 3); }
