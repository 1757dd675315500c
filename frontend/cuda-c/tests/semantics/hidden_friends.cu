// [namespace.memdef] a function that a class defines as its friend is found by arguments of that class only
// wrong: friends-are-visible
__device__ int f(int) { return 1; }
struct S {
  int i;
  friend __device__ int f(char) { return 2; }
  friend __device__ int g(const S &s, char) { return 3; }
};
struct D : S {};
__device__ int g(int, int) { return 4; }
extern "C" __global__ void k(long long *out) {
  S s{5}; D d{};
  out[0] = f('a'); out[1] = g(s, 'a'); out[2] = g(1, 'a'); out[3] = g(d, 'b');
}
