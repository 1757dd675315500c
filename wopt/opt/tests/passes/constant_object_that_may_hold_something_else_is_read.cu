// test pass=propagate
// norun: it reads beyond an object
// The host may write what is not const; another module says what an extern object is; volatile and mutable may change. What lies beyond an object is nobody's.
// check: (ivar I4 const (lda $0 0) 4 align=4)
// check: (ivar I4 global (lda $4 0) 4 align=4
// check: volatile-load
// check: (ivar I4 global (lda $2 0) 4 align=4
// check: (ivar I4 const (lda $3 0) 4)
// not: =6:U4
__constant__ int plain[2] = {5, 6};
extern __device__ const int elsewhere[2];
__device__ const volatile int changing[2] = {5, 6};
struct Mutable { int a; mutable int b; };
__device__ const Mutable part = {5, 6};
__constant__ const int one[1] = {6};
__global__ void k(volatile int *o) {
  o[0] = plain[1];
  o[1] = elsewhere[1];
  o[2] = changing[1];
  o[3] = part.b;
  o[4] = (&one[0])[1];
}
