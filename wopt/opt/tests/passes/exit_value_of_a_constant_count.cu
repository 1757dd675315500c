// test pass=exit-values
// 0, 3, ... 99 are below 100: behind the loop i is 102, and what is counted besides 7 - 2 * 34.
// check: (stid ({x}) =102:U4)
// check: (stid ({y}) =4294967235:U4)
// check: () {x}
// check: () {y}
__global__ void k(volatile int *o) {
  int i = 0, j = 7;
#pragma unroll 1
  for (; i < 100; i += 3) {
    *o = 1;
    j -= 2;
  }
  *o = i;
  *o = j;
}
