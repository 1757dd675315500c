// test pass=value-numbering
// What was stored is read behind stores to its neighbours, also by an atomic: no load is left.
// count 0: ) (ivar I4 global
__global__ void k(int *a, int i) {
  a[i] = i;
  a[i + 1] = 3;
  atomicAdd(a + i + 3, 1);
  a[i - 1] = a[i];
}
