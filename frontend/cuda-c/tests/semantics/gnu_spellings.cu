// [GNU] the spellings __attribute and the built-in functions that NVRTC has too
// wrong: packed-ignored
struct __attribute((packed)) P { char a; int b; };
__device__ void __attribute((noinline)) set(long long *p) { *p = 3; }
extern "C" __global__ void k(long long *out) {
  out[0] = sizeof(P); set(out + 1); out[2] = __builtin_copysign(3.0, -1.0); out[3] = __builtin_copysignf(-3.0f, 1.0f);
  out[4] = __builtin_isnan(0.0 / out[5]) != 0; out[6] = __builtin_isnan(1.0);
}
