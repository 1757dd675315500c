// test pass=expression-pre
// The second block's factor is not there before the first guard.
// count 2: MPY
__global__ void k(int *__restrict__ o, const int *__restrict__ c, int a) {
  if (c[0])
    o[0] = a * c[1];
  if (c[2])
    o[1] = a * c[3];
}
