// test pass=exit-values
// Nobody reads anything of the loop any more: i is n, what counts besides 1 + 5n.
// check: (stid ({x}) (U4ADD (U4MPY v2.1 =5:U4) =1:U4))
// check: (phi {m} v4.1 {x})
// check: () {m}
__global__ void k(volatile unsigned *o, unsigned n) {
  unsigned j = 1;
#pragma unroll 1
  for (unsigned i = 0; i < n; i++) j += 5;
  *o = j;
}
