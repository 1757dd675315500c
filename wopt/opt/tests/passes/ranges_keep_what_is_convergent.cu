// test pass=range-propagation
// A vote is what the other lanes say too.
// count 1: vote.any
// count 0: =1:B bb
__global__ void k(int *p, int n) {
  if (n > 5) {
    if (__any_sync(0xffffffff, n > 3)) p[0] = 1;
  }
}
