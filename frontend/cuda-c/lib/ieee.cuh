// A product and a sum with one rounding whose subnormal operands and results stay under -ftz=true (CUDA Math API, single precision
// intrinsics).

__device__ __forceinline__ float __fmaf_ieee_rn(float a, float b, float c) {
  float d;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}

__device__ __forceinline__ float __fmaf_ieee_rz(float a, float b, float c) {
  float d;
  asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}

__device__ __forceinline__ float __fmaf_ieee_ru(float a, float b, float c) {
  float d;
  asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}

__device__ __forceinline__ float __fmaf_ieee_rd(float a, float b, float c) {
  float d;
  asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
  return d;
}
