/* What the driver and the runtime library say to clients on a machine without a GPU: enough for them to hand their programs to NVRTC.
 *
 * One device of compute capability $OPTX_RECORD_CAPABILITY (80 where it is not set); its memory is the host's, of zeros; kernels are
 * found under every name and do nothing. All other functions of both libraries do nothing and say that all is well: fetch.py makes
 * them, weak ones, of the names in the vendor's headers at recording time. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WELL = 0, INVALID = 1, NO_FILE = 301, NOT_FOUND = 500 };
static int capability(void) {
  const char *text = getenv("OPTX_RECORD_CAPABILITY");
  return text ? atoi(text) : 80;
}
static int attribute(int *to, int which) {
  switch (which) {
  case 1: *to = 1024; break;                          /* threads of a block */
  case 2: case 3: *to = 1024; break;
  case 4: *to = 64; break;
  case 5: *to = 2147483647; break;
  case 6: case 7: *to = 65535; break;
  case 8: *to = 49152; break;                         /* shared memory of a block */
  case 9: *to = 65536; break;
  case 10: *to = 32; break;
  case 12: *to = 65536; break;
  case 13: *to = 1500000; break;
  case 14: *to = 512; break;
  case 16: *to = 108; break;
  case 36: *to = 1215000; break;
  case 37: *to = 5120; break;
  case 38: *to = 40 << 20; break;
  case 39: *to = 2048; break;
  case 75: *to = capability() / 10; break;
  case 76: *to = capability() % 10; break;
  case 81: *to = 167936; break;
  case 82: *to = 65536; break;
  case 97: *to = 166912; break;
  case 106: *to = 32; break;
  case 18: case 20: case 33: case 34: case 50: case 117: *to = 0; break;
  default: *to = which >= 21 && which <= 94 && which != 41 && which != 83 ? (which < 65 ? 32768 : 1) : 1;
  }
  return WELL;
}
static void *handle(void) { static uintptr_t next = 0x1000; return (void *)(__atomic_add_fetch(&next, 16, __ATOMIC_RELAXED)); }
static int give_handle(void **to) { *to = handle(); return WELL; }
enum { OUT_OF_MEMORY = 2, MOST = 1 << 30 };
static int give_memory(void **to, size_t size) {
  *to = size <= MOST ? calloc(1, size + 512) : NULL;
  return *to ? WELL : OUT_OF_MEMORY;
}
#define FREES(name) int name(void *p) { free(p); return WELL; }

#define HANDLE(name) int name(void **to) { return give_handle(to); }
#define COUNT(name, type, value) int name(type *to) { *to = value; return WELL; }

/* The driver. */
COUNT(cuDriverGetVersion, int, 13050)
COUNT(cuDeviceGetCount, int, 1)
int cuDeviceGet(int *to, int number) { *to = number; return number == 0 ? WELL : 101; }
int cuDeviceGetName(char *to, int length, int device) { (void)device; snprintf(to, length, "A100 stand-in"); return WELL; }
int cuDeviceGetAttribute(int *to, int which, int device) { (void)device; return attribute(to, which); }
int cuDeviceComputeCapability(int *major, int *minor, int device) { (void)device; *major = capability() / 10; *minor = capability() % 10; return WELL; }
int cuDeviceTotalMem_v2(size_t *to, int device) { (void)device; *to = (size_t)40 << 30; return WELL; }
int cuDeviceGetPCIBusId(char *to, int length, int device) { (void)device; snprintf(to, length, "0000:01:00.0"); return WELL; }
int cuDeviceGetUuid_v2(char *to, int device) { (void)device; memset(to, 1, 16); return WELL; }
int cuDeviceGetUuid(char *to, int device) { return cuDeviceGetUuid_v2(to, device); }
int cuDevicePrimaryCtxRetain(void **to, int device) { (void)device; *to = (void *)0x10; return WELL; }
int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) { (void)device; *flags = 0; *active = 1; return WELL; }
static _Thread_local struct { void *at[64]; int count; } contexts;
int cuCtxGetCurrent(void **to) { *to = contexts.count ? contexts.at[contexts.count - 1] : (void *)0x10; return WELL; }
int cuCtxPushCurrent_v2(void *context) {
  if (contexts.count == 64) return INVALID;
  contexts.at[contexts.count++] = context;
  return WELL;
}
int cuCtxPopCurrent_v2(void **to) {
  cuCtxGetCurrent(to);
  contexts.count -= contexts.count > 0;
  return WELL;
}
int cuCtxSetCurrent(void *context) {
  contexts.count -= contexts.count > 0;
  return context ? cuCtxPushCurrent_v2(context) : WELL;
}
int cuCtxCreate_v2(void **to) { give_handle(to); return cuCtxPushCurrent_v2(*to); }
int cuCtxCreate(void **to) { return cuCtxCreate_v2(to); }
int cuCtxCreate_v3(void **to) { return cuCtxCreate_v2(to); }
int cuCtxCreate_v4(void **to) { return cuCtxCreate_v2(to); }
COUNT(cuCtxGetDevice, int, 0)
int cuCtxGetDevice_v2(int *to, void *context) { (void)context; *to = 0; return WELL; }
int cuCtxGetApiVersion(void *context, unsigned *to) { (void)context; *to = 3020; return WELL; }
int cuCtxGetLimit(size_t *to, int which) { (void)which; *to = 1 << 20; return WELL; }
int cuCtxGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = 0; return WELL; }
HANDLE(cuStreamCreate) HANDLE(cuStreamCreateWithPriority) HANDLE(cuEventCreate)
HANDLE(cuGraphCreate) HANDLE(cuGraphAddKernelNode) HANDLE(cuGraphAddKernelNode_v2) HANDLE(cuGraphInstantiate) HANDLE(cuGraphInstantiate_v2)
HANDLE(cuGraphInstantiateWithFlags) HANDLE(cuMemPoolCreate) HANDLE(cuDeviceGetDefaultMemPool) HANDLE(cuDeviceGetMemPool)
HANDLE(cuModuleLoadData) HANDLE(cuModuleLoadDataEx) HANDLE(cuModuleLoadFatBinary)
HANDLE(cuModuleGetFunction) HANDLE(cuLibraryLoadData) HANDLE(cuLibraryGetModule) HANDLE(cuLibraryGetKernel) HANDLE(cuKernelGetFunction)
HANDLE(cuTexObjectCreate) HANDLE(cuArrayCreate_v2) HANDLE(cuModuleGetTexRef) HANDLE(cuModuleGetSurfRef)
int cuModuleLoad(void **to, const char *path) { return access(path, R_OK) == 0 ? give_handle(to) : NO_FILE; }
int cuModuleGetFunctionCount(unsigned *to, void *module) { (void)module; *to = 1; return WELL; }
int cuLinkCreate_v2(unsigned count, void *options, void *values, void **to) { (void)count, (void)options, (void)values; return give_handle(to); }
int cuLinkCreate(unsigned count, void *options, void *values, void **to) { return cuLinkCreate_v2(count, options, values, to); }
int cuLinkComplete(void *state, void **to, size_t *size) { (void)state; *to = (void *)"recorded"; *size = 8; return WELL; }
int cuModuleGetGlobal_v2(void **to, size_t *size, void *module, const char *name) {
  (void)module, (void)name;
  if (size) *size = 1 << 20;
  return to ? give_memory(to, 1 << 20) : WELL;
}
int cuModuleGetGlobal(void **to, size_t *size, void *module, const char *name) { return cuModuleGetGlobal_v2(to, size, module, name); }
int cuLibraryGetGlobal(void **to, size_t *size, void *library, const char *name) { return cuModuleGetGlobal_v2(to, size, library, name); }
int cuFuncGetAttribute(int *to, int which, void *function) { (void)function; *to = which == 0 ? 1024 : which == 4 ? 32 : which == 5 || which == 6 ? capability() : 0; return WELL; }
int cuKernelGetAttribute(int *to, int which, void *kernel, int device) { (void)device; return cuFuncGetAttribute(to, which, kernel); }
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *to, void *f, int size, size_t shared) { (void)f, (void)size, (void)shared; *to = 2; return WELL; }
int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *to, void *f, int size, size_t shared, unsigned flags) { (void)flags; return cuOccupancyMaxActiveBlocksPerMultiprocessor(to, f, size, shared); }
int cuOccupancyMaxPotentialBlockSize(int *grid, int *block) { *grid = 216; *block = 256; return WELL; }
int cuMemGetInfo_v2(size_t *available, size_t *all) { *available = *all = (size_t)32 << 30; return WELL; }
int cuMemAlloc_v2(void **to, size_t size) { return give_memory(to, size); }
int cuMemAllocManaged(void **to, size_t size) { return give_memory(to, size); }
int cuMemAllocAsync(void **to, size_t size) { return give_memory(to, size); }
int cuMemAllocFromPoolAsync(void **to, size_t size) { return give_memory(to, size); }
int cuMemHostAlloc(void **to, size_t size) { return give_memory(to, size); }
int cuMemAllocHost_v2(void **to, size_t size) { return give_memory(to, size); }
int cuMemHostGetDevicePointer_v2(void **to, void *p, unsigned flags) { (void)flags; *to = p; return WELL; }
FREES(cuMemFree_v2) FREES(cuMemFreeAsync) FREES(cuMemFreeHost)
static int copy(void *to, const void *from, size_t size) { memmove(to, from, size); return WELL; }
int cuMemcpyHtoD_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyDtoH_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyDtoD_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyHtoDAsync_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyDtoHAsync_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyDtoDAsync_v2(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpyAsync(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemcpy(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cuMemsetD8_v2(void *to, unsigned char value, size_t size) { memset(to, value, size); return WELL; }
int cuMemsetD8Async(void *to, unsigned char value, size_t size) { memset(to, value, size); return WELL; }
int cuEventElapsedTime(float *to) { *to = 1; return WELL; }
int cuEventElapsedTime_v2(float *to) { *to = 1; return WELL; }
int cuPointerGetAttribute(void **to, int which, void *p) {
  if (which == 1) *to = (void *)0x10;
  else if (which == 2) *(int *)to = 2;
  else if (which == 3 || which == 4) *to = p;
  else *(int *)to = 0;
  return WELL;
}
int cuGetErrorName(int code, const char **to) { (void)code; *to = "CUDA_ERROR"; return WELL; }
int cuGetErrorString(int code, const char **to) { (void)code; *to = "an error"; return WELL; }

static void *find(const char *name) {
  Dl_info here;
  static void *library;
  if (!library && dladdr((void *)find, &here)) library = dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  static const char *const endings[] = {"_v4", "_v3", "_v2", ""};
  for (int k = 0; k < 4; k++) {
    char whole[256];
    snprintf(whole, sizeof whole, "%s%s", name, endings[k]);
    void *found = library ? dlsym(library, whole) : NULL;
    if (found) return found;
  }
  return NULL;
}
int cuGetProcAddress_v2(const char *name, void **to, int version, uint64_t flags, int *status) {
  (void)version, (void)flags;
  *to = find(name);
  if (status) *status = *to ? 0 : 1;
  return *to ? WELL : NOT_FOUND;
}
/* There is none: a runtime library that stands in a client's own code does without a device. */
int cuGetExportTable(const void **to, const void *id) { (void)id; *to = NULL; return NOT_FOUND; }
int cuGetProcAddress(const char *name, void **to, int version, uint64_t flags) { return cuGetProcAddress_v2(name, to, version, flags, NULL); }

/* The runtime library. */
COUNT(cudaRuntimeGetVersion, int, 13050)
COUNT(cudaDriverGetVersion, int, 13050)
COUNT(cudaGetDevice, int, 0)
COUNT(cudaGetDeviceCount, int, 1)
const char *cudaGetErrorName(int code) { (void)code; return "cudaError"; }
const char *cudaGetErrorString(int code) { (void)code; return "an error"; }
int cudaDeviceGetAttribute(int *to, int which, int device) { (void)device; return attribute(to, which); }
int cudaDeviceGetPCIBusId(char *to, int length, int device) { return cuDeviceGetPCIBusId(to, length, device); }
int cudaDeviceGetByPCIBusId(int *to) { *to = 0; return WELL; }
int cudaDeviceGetLimit(size_t *to, int which) { return cuCtxGetLimit(to, which); }
int cudaDeviceCanAccessPeer(int *to) { *to = 0; return WELL; }
int cudaMalloc(void **to, size_t size) { return give_memory(to, size); }
int cudaMallocManaged(void **to, size_t size) { return give_memory(to, size); }
int cudaMallocAsync(void **to, size_t size) { return give_memory(to, size); }
int cudaMallocFromPoolAsync(void **to, size_t size) { return give_memory(to, size); }
int cudaHostAlloc(void **to, size_t size) { return give_memory(to, size); }
int cudaMallocHost(void **to, size_t size) { return give_memory(to, size); }
int cudaMemGetInfo(size_t *available, size_t *all) { return cuMemGetInfo_v2(available, all); }
int cudaMemcpy(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cudaMemcpyAsync(void *to, const void *from, size_t size) { return copy(to, from, size); }
int cudaMemset(void *to, int value, size_t size) { memset(to, value, size); return WELL; }
int cudaMemsetAsync(void *to, int value, size_t size) { memset(to, value, size); return WELL; }
struct place { int type, device; void *on_device, *on_host; };
int cudaPointerGetAttributes(struct place *to, void *p) { to->type = 2, to->device = 0, to->on_device = p, to->on_host = p; return WELL; }
int cudaEventElapsedTime(float *to) { *to = 1; return WELL; }
int cudaStreamIsCapturing(void *stream, int *to) { (void)stream; *to = 0; return WELL; }
FREES(cudaFree) FREES(cudaFreeAsync) FREES(cudaFreeHost)
HANDLE(cudaStreamCreate) HANDLE(cudaStreamCreateWithFlags) HANDLE(cudaStreamCreateWithPriority)
HANDLE(cudaEventCreate) HANDLE(cudaEventCreateWithFlags) HANDLE(cudaCreateTextureObject) HANDLE(cudaCreateSurfaceObject)
HANDLE(cudaMallocArray) HANDLE(cudaMalloc3DArray) HANDLE(cudaMemPoolCreate) HANDLE(cudaDeviceGetDefaultMemPool) HANDLE(cudaDeviceGetMemPool)
