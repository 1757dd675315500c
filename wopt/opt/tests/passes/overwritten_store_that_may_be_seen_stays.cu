// test pass=joined-stores
// Between the stores something may see the first: a load of what may be its place, a barrier, an atomic, an end of the thread,
// another store that may be to the same bytes, inline PTX.
// count 15: (istore
__global__ void loaded(int *o, int *p, int n) {
  o[n] = 9;
  if (n > 3) o[n] = *p;
}
__global__ void barrier(int *o, int n) {
  o[n] = 9;
  if (n > 3) {
    __syncthreads();
    o[n] = 5;
  }
}
__global__ void atomic(int *o, int *c, int n) {
  o[n] = 9;
  if (n > 3) {
    atomicAdd(c, 1);
    o[n] = 5;
  }
}
__global__ void trap(int *o, int n) {
  o[n] = 9;
  if (n > 3) {
    __trap();
    o[n] = 5;
  }
}
__global__ void stored(int *o, int *c, int n) {
  o[n] = 9;
  if (n > 3) {
    *c = 4;
    o[n] = 5;
  }
}
__global__ void behind_the_first(int *o, int *c, int n) {
  o[n] = 9;
  int x = *c;
  if (n > 3) o[n] = x;
}
__global__ void text(int *o, int n) {
  o[n] = 9;
  asm volatile("// o[n] is read" ::: "memory");
  if (n > 3) o[n] = 5;
}
