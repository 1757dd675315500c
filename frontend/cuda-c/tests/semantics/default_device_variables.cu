// [CUDA, -default-device] variables at file scope that are not marked lie in device memory
// wrong: unmarked-variables-are-host
// options: -default-device
int zero;
int counter = 4;
static short own = -3;
const int limit = 10;
constexpr double half = 0.5;
int table[2][3] = {{1, 2, 3}, {4}};
const char *const text = "abc";
const char *words[] = {"one", "three"};
struct Pair { int a; long long b; } pair = {5, 6}, *const pointer = &pair;
int &other = counter;
namespace n { int inside = 8; static const float f = 1.25f; }
extern int later;
int reads() { return later; }
int later = 21;
extern "C" int linked;
int linked = 22;
__constant__ int marked = 30;
int next() { static int calls = 100; return ++calls; }
extern "C" __global__ void k(long long *out) {
  zero += 2; counter++; own *= 2; table[1][2] = limit; n::inside += table[1][0];
  out[0] = zero; out[1] = counter; out[2] = own; out[3] = (long long)(half * 10); out[4] = table[1][1] + table[1][2];
  out[5] = text[1]; out[6] = words[1][2]; out[7] = pointer->b + pair.a; other = 50; out[8] = counter; out[9] = n::inside;
  out[10] = (long long)(n::f * 4); out[11] = reads(); out[12] = linked; out[13] = marked; next(); out[14] = next();
}
