// [dcl.init.aggr] elements of an array of unions that a list leaves out are made by their default constructor
// wrong: elements-left-out-are-whole
union U {
  int i;
  char c[4];
  __host__ __device__ constexpr U() : c{'a'} {}
  __host__ __device__ constexpr U(int x) : i(x) {}
};
struct V {
  union {
    int i;
    float f;
  };
  __host__ __device__ constexpr V() : f(1.5f) {}
  __host__ __device__ constexpr V(int a) : i(a) {}
};
union W {
  int i;
  struct { char c, d; } s;
  __host__ __device__ constexpr W() : s{1, 2} {}
  __host__ __device__ constexpr W(int x) : i(x) {}
};
__device__ U u[3] = {U(1)};
__device__ V v[2] = {V(2)};
__device__ W w[2][2] = {{W(1)}};
extern "C" __global__ void k(long long *out) {
  constexpr U local[2] = {U(7)};
  out[0] = u[0].i; out[1] = u[1].c[0]; out[2] = u[2].c[0];
  out[3] = v[0].i; out[4] = v[1].f * 2;
  out[5] = w[0][0].i; out[6] = w[0][1].s.d; out[7] = w[1][0].s.c; out[8] = w[1][1].s.d;
  out[9] = local[0].i; out[10] = local[1].c[0];
}
