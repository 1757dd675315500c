// [class.conv.fct] a conversion function's definition outside of its class is the one of the type that it names
// wrong: conversions-by-declaration
struct S {
  int a;
  typedef float F;
  __device__ operator int() const;
  __device__ operator F() const;
  __device__ operator int *();
  __device__ operator const int *() const;
};
__device__ S::operator const int *() const { return nullptr; }
__device__ S::operator F() const { return a + 0.5f; }
__device__ S::operator int *() { return &a; }
__device__ S::operator int() const { return a + 10; }
extern "C" __global__ void k(long long *out) {
  S s{3}; const S c{4};
  int i = c; float f = c; int *p = s; const int *q = c;
  out[0] = i; out[1] = (int)(f * 2); out[2] = *p; out[3] = q == nullptr;
}
