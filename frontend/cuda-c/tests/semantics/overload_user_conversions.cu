// [over.ics.user] a standard conversion beats a user's, a user's an ellipsis; two by one function are ranked by what follows
// wrong: user-conversions-rank-alike
struct X { int v; __device__ X(int x) : v(x) {} };
struct Y { __device__ operator int() const { return 3; } __device__ operator double() const { return 4.5; } };
__device__ int f(X) { return 1; }
__device__ int f(double) { return 2; }
__device__ int g(X) { return 3; }
__device__ int g(long long) { return 4; }
struct Z { __device__ operator short() const { return 5; } };
__device__ int h(int) { return 6; }
__device__ int h(double) { return 7; }
struct W { __device__ operator int *() const { return 0; } };
__device__ int p(const int *) { return 8; }
__device__ int p(bool) { return 9; }
struct C1 { __device__ C1(const Z &) {} };
__device__ int q(const C1 &) { return 10; }
__device__ int q(int) { return 11; }
extern "C" __global__ void k(long long *out) {
  Y y; Z z; W w; int i = 2;
  out[0] = f(1); out[1] = f('a'); out[2] = f(X(1)); out[3] = g(1); out[4] = g(X(1)); out[5] = h(z);
  out[6] = int(y); out[7] = (int)(double(y) * 2); out[8] = h(5.0f); out[9] = p(w); out[10] = z + 1;
  out[11] = z == 5; out[12] = sizeof(z + 1); out[13] = (w ? 1 : 2); out[14] = -z; out[15] = i + z;
  out[16] = z ? 3 : 4; out[17] = i << z;
}
