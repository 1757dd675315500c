// test pass=chosen-addresses-2..scalar-replacement-2
// The address of `sum` was in an object that the first run made variables of.
// not: (stack
// not: local (lda
// check: (return
struct Adder { int *to; int by; };
__device__ void add(const Adder *a) { *a->to += a->by; }
__global__ void k(int *o) {
  int sum = o[0];
  Adder a[1];
  a[0].to = &sum;
  a[0].by = o[1];
  add(a);
  o[2] = sum;
}
