// test pass=address-reassociation
// The index is a part of a sum of 32 bits that may not wrap: its constant is the access's all the same.
// count 2: 12 mu(
// count 0: =3:U4
__global__ void k(int *o, const int *p, int x, int y, int c) {
  int i = x * y + 3;
  if (c) {
    o[0] = p[i + x];
    o[1] = p[i];
  }
}
