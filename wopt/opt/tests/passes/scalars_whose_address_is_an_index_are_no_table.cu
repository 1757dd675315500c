// test pass=chosen-addresses..scalar-replacement
// An address that is subtracted, or that is stored in the object itself, is no summand.
// count 0: constant align
__global__ void k(size_t *p, int i) {
  size_t t[] = {5, 4, 3, 7}, u[] = {5, 4, 3, 7};
  t[i & 3] = (size_t)(t + 1);
  p[threadIdx.x] = t[threadIdx.x & 3] + *(u + ((size_t)u & 16) / 8 + (i & 1));
}
