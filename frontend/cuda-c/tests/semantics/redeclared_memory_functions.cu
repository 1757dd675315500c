// [library.c] a declaration of a function that the device library defines is one of that function
// wrong: redeclared-builtins-are-undefined
// device-only
// options: -default-device
extern void *memcpy(void *, const void *, unsigned long), *memset(void *, int, unsigned long);
extern "C" float cbrtf(float);
char bytes[4];
extern "C" __global__ void k(long long *out) {
  out[0] = memcpy(bytes, "abc", 4) == bytes; out[1] = bytes[2];
  memset(bytes, 5, 3);
  out[2] = bytes[2] + bytes[3]; out[3] = (long long)cbrtf(27.25f);
}
