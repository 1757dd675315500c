/* A libnvrtc that writes down the programs it is given, for machines without a GPU.
 *
 * Every program whose compilation is asked for is put into a folder of $OPTX_RECORD_TO, named by what is in it, so that the same
 * program stands there once: `source`, `name`, `options` and `expressions` (each ends in a zero byte), `headers` (pairs of a name
 * and a text). What comes back is no code: the stand-in driver takes it for a module. With $OPTX_TRUE_NVRTC, the path of a true
 * library, programs are compiled by that too, and those that it refuses are not written: for clients that read the log. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAKEN = 0, INVALID_INPUT = 3, REFUSED = 6, UNKNOWN_NAME = 10 };
#define CODE "\x7f" "ELF recorded"
#define PTX ".version 8.0\n.target sm_80\n.address_size 64\n"

typedef struct { char *at; size_t size; } text;
typedef struct { text source, name, headers, options, expressions; void *true_program; char *log; } program;

static void add(text *t, const char *bytes, size_t size) {
  t->at = realloc(t->at, t->size + size);
  memcpy(t->at + t->size, bytes, size);
  t->size += size;
}
static void add_string(text *t, const char *s) { add(t, s, strlen(s) + 1); }

static void *true_library(void) {
  static void *library;
  const char *path = getenv("OPTX_TRUE_NVRTC");
  if (!library && path && *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fprintf(stderr, "recording: %s\n", dlerror());
  }
  return library;
}
#define TRUE(name, type) ((type)dlsym(true_library(), name))

static uint64_t hash(uint64_t h, text t) {
  for (size_t k = 0; k < t.size; k++) h = (h ^ (unsigned char)t.at[k]) * 0x100000001b3u;
  return (h ^ t.size) * 0x100000001b3u;
}
static void put(const char *folder, const char *name, text t) {
  char path[4200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(t.at ? t.at : "", 1, t.size, f) != t.size) fprintf(stderr, "recording: cannot write %s\n", path);
  if (f) fclose(f);
}
static void record(program *p) {
  const char *to = getenv("OPTX_RECORD_TO");
  if (!to) return;
  text parts[] = {p->source, p->name, p->headers, p->options, p->expressions};
  const char *names[] = {"source", "name", "headers", "options", "expressions"};
  uint64_t h = 0xcbf29ce484222325u;
  for (int k = 0; k < 5; k++)
    if (k != 1) h = hash(h, parts[k]); /* many clients make up a name at each run */
  static int next;
  char part[4096], whole[4096];
  snprintf(whole, sizeof whole, "%s/%016llx", to, (unsigned long long)h);
  if (access(whole, F_OK) == 0) return;
  snprintf(part, sizeof part, "%s/.part-%d-%d", to, (int)getpid(), __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED));
  mkdir(part, 0777);
  for (int k = 0; k < 5; k++) put(part, names[k], parts[k]);
  rename(part, whole);
}

int nvrtcVersion(int *major, int *minor) { *major = 13; *minor = 5; return TAKEN; }
const char *nvrtcGetErrorString(int code) {
  return code == TAKEN ? "NVRTC_SUCCESS" : code == REFUSED ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_INVALID_INPUT";
}
static const int archs[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
int nvrtcGetNumSupportedArchs(int *count) { *count = sizeof archs / sizeof *archs; return TAKEN; }
int nvrtcGetSupportedArchs(int *to) { memcpy(to, archs, sizeof archs); return TAKEN; }

int nvrtcCreateProgram(program **to, const char *source, const char *name, int count, const char *const *headers, const char *const *names) {
  program *p = calloc(1, sizeof *p);
  add_string(&p->source, source);
  add_string(&p->name, name ? name : "");
  for (int k = 0; k < count; k++) {
    add_string(&p->headers, names[k]);
    add_string(&p->headers, headers[k]);
  }
  if (true_library())
    TRUE("nvrtcCreateProgram", int (*)(void **, const char *, const char *, int, const char *const *, const char *const *))
    (&p->true_program, source, name, count, headers, names);
  *to = p;
  return TAKEN;
}
int nvrtcDestroyProgram(program **at) {
  program *p = *at;
  if (!p) return INVALID_INPUT;
  if (p->true_program) TRUE("nvrtcDestroyProgram", int (*)(void **))(&p->true_program);
  free(p->source.at), free(p->name.at), free(p->headers.at), free(p->options.at), free(p->expressions.at), free(p);
  *at = NULL;
  return TAKEN;
}
int nvrtcAddNameExpression(program *p, const char *name) {
  add_string(&p->expressions, name);
  if (p->true_program) return TRUE("nvrtcAddNameExpression", int (*)(void *, const char *))(p->true_program, name);
  return TAKEN;
}
int nvrtcCompileProgram(program *p, int count, const char *const *options) {
  p->options.size = 0;
  for (int k = 0; k < count; k++) add_string(&p->options, options[k]);
  if (p->true_program) {
    int code = TRUE("nvrtcCompileProgram", int (*)(void *, int, const char *const *))(p->true_program, count, options);
    if (code != TAKEN) return code;
  }
  record(p);
  return TAKEN;
}

static int size_of(program *p, const char *name, const char *stand_in, size_t *to) {
  if (p->true_program) return TRUE(name, int (*)(void *, size_t *))(p->true_program, to);
  *to = strlen(stand_in) + 1;
  return TAKEN;
}
static int give(program *p, const char *name, const char *stand_in, char *to) {
  if (p->true_program) return TRUE(name, int (*)(void *, char *))(p->true_program, to);
  strcpy(to, stand_in);
  return TAKEN;
}
#define RESULT(what, stand_in) \
  int nvrtcGet##what##Size(program *p, size_t *to) { return size_of(p, "nvrtcGet" #what "Size", stand_in, to); } \
  int nvrtcGet##what(program *p, char *to) { return give(p, "nvrtcGet" #what, stand_in, to); }
RESULT(PTX, PTX)
RESULT(CUBIN, CODE)
RESULT(LTOIR, CODE)
RESULT(NVVM, CODE)
RESULT(OptiXIR, CODE)
RESULT(ProgramLog, "")

int nvrtcGetLoweredName(program *p, const char *name, const char **to) {
  if (p->true_program) return TRUE("nvrtcGetLoweredName", int (*)(void *, const char *, const char **))(p->true_program, name, to);
  for (size_t at = 0; at < p->expressions.size; at += strlen(p->expressions.at + at) + 1)
    if (strcmp(p->expressions.at + at, name) == 0) {
      *to = p->expressions.at + at;
      return TAKEN;
    }
  return UNKNOWN_NAME;
}
int nvrtcGetPCHHeapSize(size_t *to) { *to = 0; return TAKEN; }
int nvrtcSetPCHHeapSize(size_t size) { (void)size; return TAKEN; }
int nvrtcGetPCHCreateStatus(program *p) { (void)p; return TAKEN; }
int nvrtcGetPCHHeapSizeRequired(program *p, size_t *to) { (void)p; *to = 0; return TAKEN; }
int nvrtcSetFlowCallback(program *p, int (*f)(void *, void *), void *data) { (void)p, (void)f, (void)data; return TAKEN; }
