// What nvcc 13.5 and NVRTC 13.5 have alike: their versions, what headers of CUDA leave that are there without being asked for, and
// <nv/target>. Names and values as they tell them; conditions on the target are written by the compiler, as 1 and 0.
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDART_DEVICE __device__
#define CUDART_VERSION 13050
#define CUDA_IPC_HANDLE_SIZE 64
#define CU_UUID_HAS_BEEN_DEFINED
#define _CRTIMP
#define __CLZLL_PARAMETER_TYPE long long int
#define __CLZ_PARAMETER_TYPE int
#define __CLZ_RETURN_TYPE int
#define __COMMON_FUNCTIONS_H__
#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1
#define __CUDACC_VER_BUILD__ 37
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 5
#define __CUDACC__ 1
#define __CUDART_API_PTDS(name) name
#define __CUDART_API_PTSZ(name) name
#define __CUDART_API_VERSION ((13 * 1000) + (5 * 10))
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 5
#define __CUDA_ARCH_HAS_FEATURE__(feature) __CUDA_ARCH_FEAT_ ## feature
#define __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_H__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __DRIVER_TYPES_H__
#define __HOST_CONFIG_H__
#define __HOST_DEFINES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __NVCC_DIAG_PRAGMA_SUPPORT__ 1
#define __NV_GLIBC_PROVIDES_IEC_60559_FUNCS 0
#define __NV_SILENCE_DEPRECATION_BEGIN _Pragma("nv_diagnostic push") _Pragma("nv_diag_suppress 1444")
#define __NV_SILENCE_DEPRECATION_END _Pragma("nv_diagnostic pop")
#define __NV_TL_BUILTIN__
#define __NV_TL__
#define __PRAGMA_REDEFINE_EXTNAME 1
#define __SM_100_RT_H__
#define __SM_30_INTRINSICS_H__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_80_RT_H__
#define __SM_90_RT_H__
#define __STDC_HOSTED__ 1
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define __annotate__(a) __attribute__((a))
#define __block_size__(...) __attribute__((block_size(__VA_ARGS__)))
#define __builtin_align__(n) __align__(n)
#define __cdecl
#define __cudaGet_blockDim() blockDim
#define __cudaGet_blockIdx() blockIdx
#define __cudaGet_gridDim() gridDim
#define __cudaGet_threadIdx() threadIdx
#define __cudaGet_warpSize() warpSize
#define __cudart_builtin__ __attribute__((cudart_builtin))
#define __device_builtin__ __attribute__((device_builtin))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __export__
#define __import__
#define __inline_hint__ __attribute__((nv_inline_hint))
#define __local_maxnreg__(n) __attribute__((local_maxnreg(n)))
#define __location__(a) __attribute__((a))
#define __no_return__ __attribute__((noreturn))
#define __nv_pure__ __attribute__((nv_pure))
#define __thread__ __thread
#define cudaArrayColorAttachment 0x20
#define cudaArrayCubemap 0x04
#define cudaArrayDefault 0x00
#define cudaArrayDeferredMapping 0x80
#define cudaArrayLayered 0x01
#define cudaArraySparse 0x40
#define cudaArraySparsePropertiesSingleMipTail 0x1
#define cudaArraySurfaceLoadStore 0x02
#define cudaArrayTextureGather 0x08
#define cudaCpuDeviceId ((int)-1)
#define cudaDevSmResourceGroupLocalityDomainIdAny (~0u)
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceLmemResizeToMax 0x10
#define cudaDeviceMapHost 0x08
#define cudaDeviceMask 0xff
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceScheduleMask 0x07
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceSyncMemops 0x80
#define cudaEventBlockingSync 0x01
#define cudaEventDefault 0x00
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaEventRecordDefault 0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault 0x00
#define cudaEventWaitExternal 0x01
#define cudaExternalMemoryDedicated 0x1
#define cudaExternalSemaphoreSignalSkipNvSciBufMemSync 0x01
#define cudaExternalSemaphoreWaitSkipNvSciBufMemSync 0x02
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortLaunchCompletion 2
#define cudaGraphKernelNodePortProgrammatic 1
#define cudaHostAllocDefault 0x00
#define cudaHostAllocMapped 0x02
#define cudaHostAllocPortable 0x01
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterMapped 0x02
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterReadOnly 0x08
#define cudaInitDeviceFlagsAreValid 0x01
#define cudaInvalidDeviceId ((int)-2)
#define cudaIpcMemLazyEnablePeerAccess 0x01
#define cudaKernelNodeAttrID cudaLaunchAttributeID
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeClusterDimension cudaLaunchAttributeClusterDimension
#define cudaKernelNodeAttributeClusterSchedulingPolicyPreference cudaLaunchAttributeClusterSchedulingPolicyPreference
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaKernelNodeAttributeDeviceUpdatableKernelNode cudaLaunchAttributeDeviceUpdatableKernelNode
#define cudaKernelNodeAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaKernelNodeAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaKernelNodeAttributeNvlinkUtilCentricScheduling cudaLaunchAttributeNvlinkUtilCentricScheduling
#define cudaKernelNodeAttributePreferredSharedMemoryCarveout cudaLaunchAttributePreferredSharedMemoryCarveout
#define cudaKernelNodeAttributePriority cudaLaunchAttributePriority
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaMemPoolCreateUsageHwDecompress 0x2
#define cudaNvSciSyncAttrSignal 0x1
#define cudaNvSciSyncAttrWait 0x2
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01
#define cudaPeerAccessDefault 0x00
#define cudaStreamAttrID cudaLaunchAttributeID
#define cudaStreamAttrValue cudaLaunchAttributeValue
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeMemSyncDomain cudaLaunchAttributeMemSyncDomain
#define cudaStreamAttributeMemSyncDomainMap cudaLaunchAttributeMemSyncDomainMap
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamDefault 0x00
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamNonBlocking 0x01
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceTypeCubemapLayered 0xFC
#define cudaTextureType1D 0x01
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2D 0x02
#define cudaTextureType2DLayered 0xF2
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureTypeCubemapLayered 0xFC
#define NV_IS_HOST 0
#define NV_IS_DEVICE 1
#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0
#define NV_IF_TARGET(condition, ...) __OPTX_NV_IF(condition, __VA_ARGS__, ())
#define NV_IF_ELSE_TARGET(condition, ...) __OPTX_NV_IF(condition, __VA_ARGS__)
#define NV_DISPATCH_TARGET(...) __OPTX_NV_CASE_1(__VA_ARGS__, 1, ())
#define __OPTX_NV_IF(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_IF_, condition)(__VA_ARGS__, )
#define __OPTX_NV_IF_0(yes, no, ...) { __OPTX_NV_BARE(no) }
#define __OPTX_NV_IF_1(yes, ...) { __OPTX_NV_BARE(yes) }
#define __OPTX_NV_JOIN(a, b) __OPTX_NV_JOINED(a, b)
#define __OPTX_NV_JOINED(a, b) a ## b
#define __OPTX_NV_BARE(text) __OPTX_NV_JOIN(__OPTX_NV_BARE_, __OPTX_NV_SECOND(__OPTX_NV_PROBE text, 0, ))(text)
#define __OPTX_NV_BARE_0(text) text
#define __OPTX_NV_BARE_1(text) __OPTX_NV_ALL text
#define __OPTX_NV_ALL(...) __VA_ARGS__
#define __OPTX_NV_PROBE(...) , 1
#define __OPTX_NV_SECOND(...) __OPTX_NV_SECOND_OF(__VA_ARGS__)
#define __OPTX_NV_SECOND_OF(first, second, ...) second
#define __OPTX_NV_CASE_1(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_1_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_1_0(code, ...) __OPTX_NV_CASE_2(__VA_ARGS__)
#define __OPTX_NV_CASE_1_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_2(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_2_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_2_0(code, ...) __OPTX_NV_CASE_3(__VA_ARGS__)
#define __OPTX_NV_CASE_2_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_3(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_3_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_3_0(code, ...) __OPTX_NV_CASE_4(__VA_ARGS__)
#define __OPTX_NV_CASE_3_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_4(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_4_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_4_0(code, ...) __OPTX_NV_CASE_5(__VA_ARGS__)
#define __OPTX_NV_CASE_4_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_5(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_5_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_5_0(code, ...) __OPTX_NV_CASE_6(__VA_ARGS__)
#define __OPTX_NV_CASE_5_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_6(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_6_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_6_0(code, ...) __OPTX_NV_CASE_7(__VA_ARGS__)
#define __OPTX_NV_CASE_6_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_7(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_7_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_7_0(code, ...) __OPTX_NV_CASE_8(__VA_ARGS__)
#define __OPTX_NV_CASE_7_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_8(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_8_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_8_0(code, ...) __OPTX_NV_CASE_9(__VA_ARGS__)
#define __OPTX_NV_CASE_8_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_9(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_9_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_9_0(code, ...) __OPTX_NV_CASE_10(__VA_ARGS__)
#define __OPTX_NV_CASE_9_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_10(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_10_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_10_0(code, ...) __OPTX_NV_CASE_11(__VA_ARGS__)
#define __OPTX_NV_CASE_10_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_11(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_11_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_11_0(code, ...) __OPTX_NV_CASE_12(__VA_ARGS__)
#define __OPTX_NV_CASE_11_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_12(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_12_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_12_0(code, ...) __OPTX_NV_CASE_13(__VA_ARGS__)
#define __OPTX_NV_CASE_12_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_13(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_13_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_13_0(code, ...) __OPTX_NV_CASE_14(__VA_ARGS__)
#define __OPTX_NV_CASE_13_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_14(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_14_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_14_0(code, ...) __OPTX_NV_CASE_15(__VA_ARGS__)
#define __OPTX_NV_CASE_14_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_15(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_15_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_15_0(code, ...) __OPTX_NV_CASE_16(__VA_ARGS__)
#define __OPTX_NV_CASE_15_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_16(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_16_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_16_0(code, ...) __OPTX_NV_CASE_17(__VA_ARGS__)
#define __OPTX_NV_CASE_16_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_17(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_17_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_17_0(code, ...) __OPTX_NV_CASE_18(__VA_ARGS__)
#define __OPTX_NV_CASE_17_1(code, ...) { __OPTX_NV_BARE(code) }
#define __OPTX_NV_CASE_18(condition, ...) __OPTX_NV_JOIN(__OPTX_NV_CASE_18_, condition)(__VA_ARGS__)
#define __OPTX_NV_CASE_18_0(code, ...) __OPTX_NV_CASE_19(__VA_ARGS__)
#define __OPTX_NV_CASE_18_1(code, ...) { __OPTX_NV_BARE(code) }
