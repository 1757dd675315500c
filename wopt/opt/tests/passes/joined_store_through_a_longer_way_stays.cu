// test pass=joined-stores
// The third way into the block has no store.
// count 2: (istore
__global__ void k(int *o, const int *p, int a, int c) {
  if (c > 4) {
    if (p[c] == a) o[0] = a;
    else if (p[a] == c) o[0] = p[1];
  }
  asm volatile("// o is read" ::: "memory");
}
