// test pass=sccp
// What decides the branch is read at the one place that the loop's pointer has.
// check: =5:U4
// count 0: =6:U4
__device__ const int table[4] = {3, 4, 5, 6};
__global__ void k(int *p, unsigned n) {
  const int *at = table + 2;
  for (unsigned i = 0; i < n; i++) {
    if (*at == 6) at = table;
    p[i] = *at;
  }
}
