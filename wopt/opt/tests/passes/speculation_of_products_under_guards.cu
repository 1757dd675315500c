// test pass=speculation
// The second product is the first and s, once both are evaluated before their guards, as U-forms.
// check: (stid ({a}) (U4MPY v
// check: (branch
// check: {a}
// check: (stid ({b}) (U4MPY v
// check: (branch
// check: {b}
__global__ void k(volatile int *o, const int *c, int b, int s) {
  if (c[0]) *o = b * s;
  if (c[1]) *o = (b + 1) * s;
}
