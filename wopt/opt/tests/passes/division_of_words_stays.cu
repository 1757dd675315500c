// test pass=division-bypass
// A division of 32 bits is what a longer one is to become.
// not: freeze
// count 1: (I4DIV
__global__ void k(int *o, int a, int b) { o[0] = a / b; }
