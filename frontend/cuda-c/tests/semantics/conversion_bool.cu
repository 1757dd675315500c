// [conv.bool] zero becomes false, everything else true: no bit is dropped
// wrong: bool-keeps-low-byte
struct B { bool b : 1; };
extern "C" __global__ void k(long long *out) {
  int big = 256; float f = 0.25f; double z = -0.0; int x = 1; int *p = &x; int *q = nullptr; B v; v.b = 4; enum { e = 8 }; bool t = big;
  out[0] = t; out[1] = (bool)f; out[2] = (bool)z; out[3] = (bool)p; out[4] = (bool)q; out[5] = v.b;
  out[6] = (bool)e; out[7] = (bool)0x100000000ll; out[8] = !big; out[9] = !!big + 1; out[10] = true + true;
  out[11] = (bool)2 == true; out[12] = (bool)0.1; out[13] = (unsigned char)256 ? 1 : 2;
  out[14] = (bool)big ? 3 : 4;
}
