// [over.match.oper] where no operand is of a class, only operator functions with a parameter of an operand's enumeration are meant
// wrong: operators-take-any-enumeration
enum E { X = 3, Y };
enum class S { P = 5, Q };
struct C { int v; __device__ C(int n) : v(n) {} __device__ operator int() const { return v; } };
__device__ C operator+(const C &a, const float &b) { return C(900); }
__device__ C operator-(const C &a, const C &b) { return C(901); }
__device__ C operator+(const C &a, short b) { return C(909); }
__device__ C operator*(const E &a, const C &b) { return C(902); }
__device__ C operator/(float a, E b) { return C(903); }
__device__ C operator%(int a, S b) { return C(904); }
__device__ C operator<<(S a, C b) { return C(905); }
__device__ C operator>>(long a, E) { return C(906); }
template <class T> __device__ int operator^(const T &a, const E &b) { return 907; }
template <class T> __device__ int operator|(T a, T b) { return 908; }
extern "C" __global__ void k(long long *out) {
  int n = out[0] + 2; E x = X, y = Y; S p = S::P; C c(7);
  out[0] = x + y; out[1] = y - x; out[2] = 0; out[3] = 8.0f / x; out[4] = 9 % p; out[5] = p << 2; out[6] = 0; out[7] = 16l >> y;
  out[8] = x ^ y; out[9] = x | y; out[10] = x + 1.0f; out[11] = 2 - y; out[12] = c + 1.0f; out[13] = c - c; out[14] = x * c; out[15] = x + 1;
  out[16] = 5 ^ y; out[17] = x & y; out[18] = x + (short)n; out[19] = c + (short)n;
}
