// `static` says nothing of a kernel's name.
static __global__ void plain(int *p) { *p = 1; }
namespace n {
static __global__ void within(int *p) { *p = 2; }
}
template <class T> static __global__ void made(T *p) { *p = 3; }
template __global__ void made<int>(int *);
template __global__ void made<float>(float *);
