// [CUDA, -default-device] functions that are not marked are the device's
// wrong: unmarked-functions-are-host
// options: -default-device
int scale = 3;
static int twice(int a) { return a + a; }
int times(int a);
inline int more(int a) { return times(a) + 1; }
int times(int a) { return a * scale; }
namespace n { namespace { int low(int a) { return a - 1; } } int one(int a) { return low(a) + 2; } }
extern "C" int plain(int a) { return a ^ 5; }
extern "C" { int inner(int a) { return a & 6; } }
constexpr int square(int a) { return a * a; }
template <class T> T sum(T a, T b) { return a + b; }
template <> int sum<int>(int a, int b) { return a + b + 100; }
int pick(int) { return 1; }
int pick(double) { return 2; }
__device__ int marked(int a) { return twice(a) + 7; }
extern "C" __global__ void k(long long *out) {
  out[0] = twice(4); out[1] = more(5); out[2] = n::one(6); out[3] = plain(7); out[4] = inner(15);
  out[5] = square(8); out[6] = sum(1, 2); out[7] = (long long)(sum(1.5, 2.0) * 2); out[8] = pick(1); out[9] = pick(1.0);
  out[10] = marked(3);
}
