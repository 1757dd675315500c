// [cpp.replace] arguments are expanded before they are put in, but for # and ##; a macro does not expand itself
// wrong: arguments-stay-raw
__device__ int f(int x) { return x * 10; }
__device__ int sum(int a, int b = 0, int c = 0) { return a * 100 + b * 10 + c; }
__device__ int g(int x) { return x; }
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define STR(x) #x
#define XSTR(x) STR(x)
#define N 5
#define ADD(a, b) a + b
#define SQ(x) x * x
#define f(x) f(x + 1)
#define EMPTY
#define CALL(m, x) m(x)
#define VA(...) sum(__VA_ARGS__)
#define VB(a, ...) sum(a, __VA_ARGS__)
#define LP (
#define SELF SELF2
#define SELF2 SELF
#define T3(a, b, c) a b c
extern "C" __global__ void k(long long *out) {
  int x5 = 50, xN = 60, SELF = 70, g2 = 3;
  out[0] = XCAT(x, N); out[1] = CAT(x, N); out[2] = STR(N)[0]; out[3] = XSTR(N)[0];
  out[4] = sizeof(XSTR(a  +   b)); out[5] = ADD(1, 2) * 3; out[6] = SQ(1 + 2); out[7] = f(2);
  out[8] = CALL(f, 3); out[9] = CALL(SQ, 4); out[10] = VA(1, 2, 3); out[11] = VB(4, 5); out[12] = g LP 6 );
  out[13] = SELF; out[14] = CAT(1, 2) + CAT(, 3); out[15] = sizeof(STR("a\\n")); out[16] = STR('\\0')[1];
  out[17] = T3(1, -, 2); out[18] = ADD(f(1), f(EMPTY 2)); out[19] = g (1); out[20] = (XCAT(g, 2));
  out[21] = sizeof STR();
}
