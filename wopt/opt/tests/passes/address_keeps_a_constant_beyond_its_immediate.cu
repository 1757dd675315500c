// test pass=propagate
// norun: the place is beyond what the interpreter has
// Four times 2^30 is no immediate.
// check: =1073741824:U4
__global__ void k(int *o, int i) {
  o[0] = o[i + 1073741824];
}
