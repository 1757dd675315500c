// Addresses in one memory of generic ones, and back, and which memory a generic address is of (CUDA C++ Programming Guide, "Address Space
// Predicate Functions", "Address Space Conversion Functions").

#define __OPTX_ADDRESS(name, Name, space)                                    \
  __device__ __forceinline__ unsigned long __cvta_generic_to_##name(const void *p) { \
    unsigned long a;                                                         \
    asm("cvta.to." #space ".u64 %0, %1;" : "=l"(a) : "l"(p));                \
    return a;                                                                \
  }                                                                          \
  __device__ __forceinline__ void *__cvta_##name##_to_generic(unsigned long a) { \
    void *p;                                                                 \
    asm("cvta." #space ".u64 %0, %1;" : "=l"(p) : "l"(a));                   \
    return p;                                                                \
  }                                                                          \
  __device__ __forceinline__ unsigned int __is##Name(const void *p) {        \
    unsigned int is;                                                         \
    asm("{ .reg .pred t; isspacep." #space " t, %1; selp.u32 %0, 1, 0, t; }" : "=r"(is) : "l"(p)); \
    return is;                                                               \
  }
__OPTX_ADDRESS(global, Global, global)
__OPTX_ADDRESS(shared, Shared, shared)
__OPTX_ADDRESS(constant, Constant, const)
__OPTX_ADDRESS(local, Local, local)
// No pointer that is made here leads into the memory of parameters: what is `__grid_constant__` is read where it lies, and copied where its
// address is taken.
__device__ __forceinline__ unsigned int __isGridConstant(const void *) { return 0; }
// The shared memory of this block, and that of a cluster's blocks (of sm_90 and later).
__device__ __forceinline__ unsigned int __isCtaShared(const void *p) { return __isShared(p); }
__device__ __forceinline__ unsigned int __isClusterShared(const void *p) {
  unsigned int is;
  asm("{ .reg .pred t; isspacep.shared::cluster t, %1; selp.u32 %0, 1, 0, t; }" : "=r"(is) : "l"(p));
  return is;
}
