// test pass=range-propagation
// A block has 1024 threads at most, 64 along z: the first two conditions hold always; the third may not.
// count 1:  (B
// count 2: =1:B bb
__global__ void k(int *p) {
  if (threadIdx.x < 1024) p[0] = 1;
  if (blockDim.z <= 64) p[1] = 1;
  if (threadIdx.x < 1023) p[2] = 1;
}
