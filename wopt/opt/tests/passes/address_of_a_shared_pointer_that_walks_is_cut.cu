// test pass=narrow-addresses --passes=-unrolling
// What a variable holds in 64 bits is cut where it is used.
// check: (U4ADD (U4MPY (I4BAND v5.2 =3:U4) =4:U4) (U4U8CVT v4.2))
__global__ void k(int *o, int n) {
  __shared__ int m[32];
  int *p = m;
  for (int j = 0; j < n; j++) { p[j & 3] = j; p += 4; }
  o[0] = m[0];
}
