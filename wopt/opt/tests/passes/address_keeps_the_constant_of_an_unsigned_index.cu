// test pass=propagate
// An unsigned sum may wrap before it is extended: `i + 4` of the largest `i` is 3.
// count 1: (U4ADD v2.1 =4:U4)
// not: 16 mu(
__global__ void k(int *o, unsigned i) {
  o[0] = o[i + 4];
}
