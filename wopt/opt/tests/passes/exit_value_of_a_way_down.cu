// test pass=exit-values
// Left on equality it goes round as often as the two are apart, whatever comes first.
// check: (stid ({x}) (U4MPY (U4SUB v6.1 v4.1) =3:U4))
// check: () {x}
__global__ void k(volatile int *o, int n, int m) {
  int i = n, j = 0;
#pragma unroll 1
  do j += 3; while (--i != m);
  *o = j;
}
