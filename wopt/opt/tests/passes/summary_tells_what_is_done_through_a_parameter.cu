// test pass=summarize
// Reads, writes, an atomic for both, a comparison for neither; through copies, sums and loops.
// check: "writes" "_Z6writesPi" @0:10:30 at=start (device) (summary none generic diverges (keeps 0 writes))
// check: "counts" "_Z6countsPi" @0:11:30 at=start (device) (summary generic generic diverges (keeps 0 reads+writes))
// check: "copies" "_Z6copiesPiPKi" @0:13:30 at=start (device) (summary generic generic diverges (keeps 0 writes) (keeps 1 reads))
// check: "reads" "_Z5readsPKii" @0:9:29 at=start (device t0) (summary generic none diverges (keeps 0 reads))
// check: "compares" "_Z8comparesPiS_" @0:12:29 at=start (device t0) (summary none none diverges (keeps 0 none) (keeps 1 none))
// count 7: (keeps
__device__ __noinline__ int reads(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += *p++; return s; }
__device__ __noinline__ void writes(int *p) { int *q = p + 3; q[1] = 7; }
__device__ __noinline__ void counts(int *p) { atomicAdd(p, 1); }
__device__ __noinline__ int compares(int *p, int *q) { return p < q || ((long long)p & 7) == 0; }
__device__ __noinline__ void copies(int *to, const int *from) { for (int i = 0; i < 3; i++) to[i] = from[i]; }
__global__ void k(int *o) { writes(o); counts(o); copies(o, o + 4); o[9] = reads(o, 3) + compares(o, o + 1); }
