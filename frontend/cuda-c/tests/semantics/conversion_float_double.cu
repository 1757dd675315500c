// [conv.double] double to float rounds to nearest even; float to double is exact
// wrong: double-to-float-truncates
extern "C" __global__ void k(long long *out) {
  double d = 0.1; float f = d; float g = 16777217.0; float h = 1e-46; float tiny = 1e-40;
  out[0] = __float_as_int(f); out[1] = __double_as_longlong((double)f); out[2] = f == 0.1; out[3] = f == 0.1f;
  out[4] = __float_as_int(g); out[5] = __float_as_int(h); out[6] = __float_as_int(tiny);
  out[7] = __float_as_int((float)1e300); out[8] = sizeof(f * 1.0); out[9] = sizeof(f * 1.0f);
  out[10] = f * 10 == 1; out[11] = 0.1f + 0.2f == 0.3f; out[12] = 0.1 + 0.2 == 0.3;
}
