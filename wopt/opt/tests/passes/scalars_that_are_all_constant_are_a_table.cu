// test pass=chosen-addresses..scalar-replacement
// Nothing but constants is written, at constant places: the bytes are known.
// check: "t" t2 constant align=16 !const @0:9:13 (init "05000000040000000403020107000000")
// check: "f" t4 constant
// count 0: (istore @0:9
// count 2: 4 const (
// count 1: (istore
__global__ void k(int *p) {
  const int t[] = {5, 4, 0x01020304, 7};
  float f[3] = {1.0f, 2.0f, 4.0f};
  p[threadIdx.x] = t[threadIdx.x & 3] + (int)f[threadIdx.x & 1];
}
