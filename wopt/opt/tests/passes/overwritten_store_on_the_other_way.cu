// test pass=joined-stores
// Where the condition does not hold: the selection takes what was stored first where it does.
// count 1: (istore
// check: (let {c} (BI4LE
// check: (U4SELECT {c} =9:U4 =5:U4)
__global__ void k(int *o, int n) {
  o[n] = 9;
  if (n <= 3) return;
  o[n] = 5;
  asm volatile("// o[n] is read" ::: "memory");
}
