// test pass=dead-stores
// The driver's function reads the text, and what is printed is on the stack.
// check: ) =65:U4
// check: (intrinsic
// check: ) =66:U4
// check: (intrinsic
__global__ void k(char *o) {
  o[1] = 0;
  o[0] = 65;
  printf("%s", o);
  o[0] = 66;
  printf("%s", o);
}
