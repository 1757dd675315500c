// test pass=propagate
// Neighbours are one product and three offsets; the sum of the signed index does not overflow.
// check: {i} 16 mu(
// check: {i} -4 mu(
// check: =100:U8)) 404 mu(
__global__ void k(int *o, int (*rows)[25], int i) {
  o[0] = o[i + 4];
  o[1] = o[i - 1];
  o[2] = rows[i + 4][1];
}
