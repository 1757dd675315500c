// test pass=exit-values
// From 2^32 - 16 by ones to 5 are 21 rounds; from 3 by 2^29 down as many times is 3 - 21 * 2^29.
// check: (stid ({y}) =1610612739:U4)
// check: () {y}
__global__ void k(volatile unsigned *o) {
  unsigned i = 0xfffffff0u, j = 3;
#pragma unroll 1
  for (; i != 5; i++) {
    *o = 1;
    j -= 0x20000000u;
  }
  *o = j;
}
