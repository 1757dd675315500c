// What host code in runtime-tests/mixed names of the CUDA runtime, declared and not defined.
#pragma once

#ifndef __CUDACC_RTC__
struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
};
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;

// What clang makes of `<<<...>>>`.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);

// The host's own; the prelude declares those of the device.
#define OPTX_HOST_VECTORS(T, N)                                                                                       \
    inline N##2 make_##N##2(T x, T y) { return N##2{x, y}; }                                                          \
    inline N##4 make_##N##4(T x, T y, T z, T w) { return N##4{x, y, z, w}; }
OPTX_HOST_VECTORS(float, float)
OPTX_HOST_VECTORS(unsigned char, uchar)
#undef OPTX_HOST_VECTORS

const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
cudaError_t cudaFree(void *);
#endif

cudaError_t cudaDeviceSynchronize();
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
#ifndef __CUDACC_RTC__
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
template <class T> cudaError_t cudaMalloc(T **, size_t);
#else
// NVRTC declares it for device code and leaves it undefined.
template <typename T> static inline cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
#endif
template <class T> cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t);
template <class T> cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t);
