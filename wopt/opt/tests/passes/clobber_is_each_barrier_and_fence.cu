// test pass=value-numbering
// Each of them lets what others wrote be seen: the load stays behind each.
// count 8: ) (ivar I4 global
__global__ void k(int *o, int i) {
  int s = o[i];
  s += 3 * __syncthreads_count(i);
  s += o[i];
  s += 5 * __syncthreads_and(i);
  s += o[i];
  s += 7 * __syncthreads_or(i);
  s += o[i];
  __threadfence_block();
  s += o[i];
  __threadfence_system();
  s += o[i];
  __syncwarp(15);
  s += o[i];
  asm volatile("bar.sync 1;" ::: "memory");
  o[i + 1] = s + o[i];
}
