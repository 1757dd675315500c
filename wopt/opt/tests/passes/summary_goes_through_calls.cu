// test pass=summarize -fno-promote-arguments
// What a callee does with its parameter its caller does with what it passes there; what one of them gives away is gone.
// check: "both" "_Z4bothPi" @0:13:29 at=start (device t0) (summary generic generic diverges (keeps 0 reads+writes))
// check: "crosses" "_Z7crossesPiS_" @0:14:29 at=start (device t0) (summary generic generic diverges (keeps 0 writes) (keeps 1 reads))
// check: "gone" "_Z4gonePiS_" @0:15:29 at=start (device t0) (summary generic generic+global diverges (keeps 1 reads))
// check: "writes" "_Z6writesPi" @0:11:30 at=start (device) (summary none generic diverges (keeps 0 writes))
// check: "reads" "_Z5readsPi" @0:10:29 at=start (device t0) (summary generic none diverges (keeps 0 reads))
// count 6: (keeps
__device__ int *sink;
__device__ __noinline__ int reads(int *p) { return *p; }
__device__ __noinline__ void writes(int *p) { *p = 3; }
__device__ __noinline__ void leaks(int *p) { sink = p; }
__device__ __noinline__ int both(int *p) { writes(p + 1); return reads(p); }
__device__ __noinline__ int crosses(int *p, int *q) { writes(p); return reads(q); }
__device__ __noinline__ int gone(int *p, int *q) { writes(p); leaks(p); return reads(q); }
__global__ void k(int *o) { o[5] = both(o) + crosses(o, o + 1) + gone(o, o + 2); }
