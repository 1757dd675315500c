/* What PyTorch asks of the runtime library beyond driver.c: structures, whose shape the vendor's headers tell, and what nvcc's own code
 * calls to register and start kernels. */
#include <driver_types.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int cudaDeviceGetAttribute(int *to, int which, int device);
int cuGetProcAddress_v2(const char *name, void **to, int version, uint64_t flags, int *status);

int cudaGetDeviceProperties(struct cudaDeviceProp *to, int device) {
  struct { int *at, which; } numbers[] = {
    {&to->major, 75}, {&to->minor, 76}, {&to->multiProcessorCount, 16}, {&to->warpSize, 10}, {&to->maxThreadsPerBlock, 1},
    {&to->maxThreadsDim[0], 2}, {&to->maxThreadsDim[1], 3}, {&to->maxThreadsDim[2], 4}, {&to->maxGridSize[0], 5}, {&to->maxGridSize[1], 6},
    {&to->maxGridSize[2], 7}, {&to->maxThreadsPerMultiProcessor, 39}, {&to->regsPerBlock, 12}, {&to->regsPerMultiprocessor, 82},
    {&to->l2CacheSize, 38},
  };
  memset(to, 0, sizeof *to);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) cudaDeviceGetAttribute(numbers[k].at, numbers[k].which, device);
  snprintf(to->name, sizeof to->name, "A100 stand-in");
  to->totalGlobalMem = (size_t)40 << 30;
  to->sharedMemPerBlock = 49152;
  to->sharedMemPerBlockOptin = 166912;
  to->sharedMemPerMultiprocessor = 167936;
  to->unifiedAddressing = to->managedMemory = to->concurrentKernels = to->cooperativeLaunch = 1;
  return 0;
}
int cudaFuncGetAttributes(struct cudaFuncAttributes *to, const void *function) {
  (void)function;
  memset(to, 0, sizeof *to);
  to->maxThreadsPerBlock = 1024;
  to->numRegs = 32;
  to->ptxVersion = to->binaryVersion = 80;
  return 0;
}
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *to) { *to = 2; return 0; }
int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *to) { *to = 2; return 0; }
int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = -5; return 0; }
int cudaGetSymbolAddress(void **to) { *to = calloc(1, 1 << 20); return 0; }
int cudaStreamGetCaptureInfo(void *stream, int *to) { (void)stream; *to = 0; return 0; }
int cudaGetDriverEntryPointByVersion(const char *name, void **to, unsigned version, uint64_t flags, int *status) {
  return cuGetProcAddress_v2(name, to, (int)version, flags, status);
}
int cudaGetDriverEntryPoint(const char *name, void **to, uint64_t flags, int *status) {
  return cuGetProcAddress_v2(name, to, 13050, flags, status);
}

void **__cudaRegisterFatBinary(void *binary) { (void)binary; return calloc(1, 64); }
void __cudaRegisterFatBinaryEnd(void **binary) { (void)binary; }
void __cudaUnregisterFatBinary(void **binary) { (void)binary; }
void __cudaRegisterFunction(void) {}
void __cudaRegisterVar(void) {}
unsigned __cudaPushCallConfiguration(void) { return 0; }
int __cudaPopCallConfiguration(void) { return 0; }
int __cudaGetKernel(void **to, const void *function) { *to = (void *)function; return 0; }
int __cudaLaunchKernel(void) { return 0; }
