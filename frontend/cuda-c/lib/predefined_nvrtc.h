// What NVRTC 13.5 has and nvcc has not: found by asking it. Of g++'s macros NVRTC has none.
// NVIDIA's own cuda_fp16.h and cuda_bf16.h leave the definitions to it, which has them built in. Here they are read: the two headers
// have a macro each for who wants that.
#define __FORCE_INCLUDE_CUDA_BF16_HPP_FROM_BF16_H__ 1
#define __FORCE_INCLUDE_CUDA_FP16_HPP_FROM_FP16_H__ 1
#define _BOOL 1
#define _WCHAR_T 1
#define __ARRAY_OPERATORS 1
#define __CUDACC_RTC_BUILTIN_CRT_HELPERS__ 1
#define __CUDACC_RTC_BUILTIN_VECTOR_TYPES__ 1
#define __CUDACC_RTC__ 1
#define __CUDANVVM__ 1
#define __EDG_IA64_ABI 1
#define __EDG_PTRDIFF_TYPE__ long
#define __EDG_RUNTIME_USES_NAMESPACES 1
#define __EDG_SIZE_TYPE__ unsigned long
#define __EDG_TYPE_TRAITS_ENABLED 1
#define __EDG_VERSION__ 608
#define __EDG__ 1
#define __NVRTC_DEVICE_RUNTIME_H__
#define __NV_BUILTIN_INITIALIZER_LIST 1
#define __NV_BUILTIN_MOVE_FORWARD 1
#define __NV_TARGET_H
#define __RTTI 1
#define __SIGNED_CHARS__ 1
#define __THROW
#define __nv_register_params__ __attribute__((nv_register_params))
#define __specialization_static static
#define __volatile__ volatile
