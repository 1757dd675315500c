// [over.oper] operators of classes: unary, binary, members and not, with their own results
// wrong: postfix-calls-prefix
struct V { int x, y; __device__ V operator-() const { return {-x, -y}; } __device__ V operator-(const V &o) const { return {x - o.x, y - o.y}; } __device__ V &operator+=(int k) { x += k; return *this; } __device__ int operator!() const { return x == 0; } __device__ V operator~() const { return {y, x}; } __device__ bool operator<(const V &o) const { return x < o.x; } __device__ int operator%(int k) const { return x % k * 10; } __device__ V &operator++() { ++x; return *this; } __device__ V operator++(int) { V t = *this; x += 10; return t; } __device__ V operator--(int) { V t = *this; y--; return t; } };
__device__ V operator*(int k, const V &v) { return {k * v.x, k * v.y}; }
__device__ V operator*(const V &v, int k) { return {v.x + k, v.y + k}; }
__device__ bool operator==(const V &a, const V &b) { return a.x == b.x && a.y == b.y; }
__device__ int operator,(const V &a, const V &b) { return a.x * 10 + b.y; }
__device__ int operator&&(const V &a, int b) { return a.x + b; }
__device__ int operator^(const V &a, const V &b) { return 77; }
extern "C" __global__ void k(long long *out) {
  V a = {1, 2}, b = {3, 5};
  out[0] = (-a).x; out[1] = (a - b).y; out[2] = (a += 5).x; out[3] = a.x; out[4] = !a; out[5] = (~b).x;
  out[6] = a < b; out[7] = b < a; out[8] = b % 2; out[9] = (++a).x; out[10] = a++.x; out[11] = a.x;
  out[12] = b--.y; out[13] = b.y; out[14] = (2 * b).x; out[15] = (b * 2).x; out[16] = a == a; out[17] = a == b;
  out[18] = (a, b); out[19] = a && 7; out[20] = a ^ b; out[21] = (- -a).y; out[22] = (a - b - a).y;
  out[23] = operator*(3, a).y; out[24] = a.operator-(b).x; out[25] = -a < b;
}
