/* What optx's libnvrtc has beside NVRTC's functions.
 *
 * A program that is linked with, or loads, libnvrtc.so.13 or libnvrtc.so.12 of optx finds these there; NVIDIA's library has none of them, so that
 * a program which may meet either asks for them with dlsym. Programs are created, destroyed and asked for their PTX by NVRTC's functions.
 *
 * Each function gives a code of nvrtcResult, as NVRTC's do: 0 for success. A size counts the zero byte that a text ends in. docs/nvrtc.md says more. */
#ifndef OPTX_H
#define OPTX_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As nvrtc.h declares it. */
typedef struct _nvrtcProgram *nvrtcProgram;

/* The version of optx, as a text that stays. */
const char *optxVersion(void);

/* As nvrtcCompileProgram, but takes all options of docs/options.md, and not only those that NVRTC has. Where `--emit` asks for another
 * form than PTX, nvrtcGetPTX gives that; what options like `--stats` print stands at the end of the log. */
int optxCompileProgram(nvrtcProgram program, int count, const char *const *options);

/* Keeps the results of this program's compilations in a folder, and reads them there where all is the same (docs/cache.md): at most so many bytes in the
 * folder, or 0 for what the environment says, else 1 GiB. A null folder keeps none. It comes before what the environment says, and options
 * before it. A program with a callback is compiled each time. An empty folder, or one that is not UTF-8, is NVRTC_ERROR_INVALID_INPUT. */
int optxSetCache(nvrtcProgram program, const char *folder, size_t bytes);

/* What the last compilation had to say, as JSON: one object a line, with `code`, `severity`, `option`, `message`, `place`, `label`, `notes` and
 * `suggestion`. Empty where it said nothing. */
int optxGetDiagnosticsSize(nvrtcProgram program, size_t *size);
int optxGetDiagnostics(nvrtcProgram program, char *text);

/* The kernels that the last compilation made, as JSON: `kernels`, each with `name`, `symbol`, `parameters` (each `name` and `type`), `shared_bytes` and
 * `launch_bounds`. Empty where it failed. */
int optxGetKernelsSize(nvrtcProgram program, size_t *size);
int optxGetKernels(nvrtcProgram program, char *text);

/* What differs between threads, by line of the source, as JSON: the document of docs/variance.schema.json. It is found out at the first call behind a
 * compilation, which takes about as long as that; empty where that failed. */
int optxGetVarianceSize(nvrtcProgram program, size_t *size);
int optxGetVariance(nvrtcProgram program, char *text);

#ifdef __cplusplus
}
#endif

#endif
