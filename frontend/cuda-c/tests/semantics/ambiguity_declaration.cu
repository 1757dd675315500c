// [stmt.ambig] what could be a declaration is one
// wrong: declarations-lose
struct T { int v; __device__ T(int x = 3) : v(x) {} __device__ T &operator=(int x) { v = x; return *this; } __device__ int operator()(int x) const { return v + x; } };
__device__ int g = 100;
extern "C" __global__ void k(long long *out) {
  int a = 1;
  { T(b); out[20] = b.v; } { T(b) = 7; out[21] = b.v; } { T(*p) = 0; out[22] = p == 0; } { T(b)[2] = {4, 5}; out[23] = b[1].v; }
  T(a).operator()(2), a++; a = 1;
  out[0] = T(5).v; out[1] = T(5)(6); out[2] = T(a)(2); out[3] = int(3.7) + 1; out[4] = T(T(8)).v;
  if (T(9).v > 3) a = 50;
  out[5] = a;
  if (int(a) > 3) a = 60;
  out[6] = a; out[7] = (int(a)) + 1; out[8] = (int(short(65537)) + 1); out[9] = sizeof(int(a));
  out[10] = (T(4).v == 4);
}
