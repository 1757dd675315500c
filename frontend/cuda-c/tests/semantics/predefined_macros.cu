// [cpp.predefined] what the target is: byte order, widths and limits
// wrong: no-target-macros
// host-only
extern "C" __global__ void k(long long *out) {
  out[0] = __INT_MAX__; out[1] = __LONG_MAX__; out[2] = __CHAR_BIT__; out[3] = __SIZEOF_INT__;
  out[4] = __SIZEOF_POINTER__; out[5] = __SIZEOF_LONG__; out[6] = sizeof(__SIZE_TYPE__); out[7] = __cplusplus;
  out[8] = __SHRT_MAX__; out[9] = __LONG_LONG_MAX__; out[10] = __SCHAR_MAX__; out[11] = __SIZEOF_DOUBLE__;
  out[12] = __SIZEOF_WCHAR_T__; out[13] = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  out[14] = __ORDER_BIG_ENDIAN__; out[15] = __SIZEOF_SHORT__; out[16] = sizeof(__PTRDIFF_TYPE__);
  out[17] = __WCHAR_MAX__;
}
