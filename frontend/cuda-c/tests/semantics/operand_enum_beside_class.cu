// [over.match.oper] an enumeration operand keeps the language's operator where a user's needs a conversion
// wrong: user-conversions-rank-alike; enumerations-are-int
enum E : unsigned { e = 3, h = 4 };
struct A { long long v; __device__ A(int x) : v(x + 1000) {} };
__device__ int operator+(int, const A &) { return -1; }
__device__ int operator*(const A &, double) { return -2; }
__device__ int operator-(const A &) { return -3; }
__device__ int operator<(E, const A &) { return -4; }
extern "C" __global__ void k(long long *out) {
  E x = e; const E y = h; int n = 5;
  out[0] = x + 1; out[1] = h + 1; out[2] = x * 1.5; out[3] = 1 + x; out[4] = 1 + A(2); out[5] = y + n; out[6] = n + y;
  out[7] = A(3) * 1.5; out[8] = -x / 2; out[9] = -A(1); out[10] = x < A(4); out[11] = 2 * y + 1;
}
