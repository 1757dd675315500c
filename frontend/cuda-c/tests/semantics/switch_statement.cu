// [stmt.switch] the condition is promoted, cases are converted to it; control falls through
// wrong: switch-in-int
enum E { a, b = 5, c };
__device__ int f(int x) { int r = 0; switch (x) { case 1: r += 1; case 2: r += 10; break; default: r += 100; case 3: r += 1000; } return r; }
__device__ int g(unsigned char x) { switch (x) { case 255: return 1; case 1: return 2; } return 3; }
__device__ int h(E e) { switch (e) { case a: return 4; case b: return 5; case c: return 6; } return 7; }
__device__ int u(unsigned long long x) { switch (x) { case 0x8000000000000000ull: return 1; case ~0ull: return 2; case 1: return 3; case 0xfffffffffffffffeull: return 4; default: return 5; } }
__device__ int n(int x) { switch (x) { case -1: return 1; case -2147483647 - 1: return 2; case 2147483647: return 3; } return 4; }
__device__ int duff(int k) { int r = 0, i = k; switch (i % 3) { do { case 0: r += 1; case 2: r += 10; case 1: r += 100; i -= 3; } while (i > 0); } return r; }
__device__ int inside(int x) { switch (int y = x * 2; y) { case 4: { int z = 9; return z; } case 6: if (x) break; return 1; default: while (1) { if (x > 100) break; x += 50; } return x; } return 8; }
__device__ int ch(char c) { switch (c) { case 'a': case 'b': return 1; case '\377': return 2; default: return 3; } }
__device__ int w(long long x) { switch (x) { case 1: return 1; case 4294967298: return 2; default: return 3; } }
extern "C" __global__ void k(long long *out) {
  out[0] = f(1); out[1] = f(2); out[2] = f(3); out[3] = f(9); out[4] = g(255); out[5] = g(1); out[6] = g(0);
  out[7] = h(a); out[8] = h(c); out[9] = h((E)2); out[10] = u(0x8000000000000000ull); out[11] = u(~0ull);
  out[12] = u(1); out[13] = u(-2); out[14] = u(7); out[15] = n(-1); out[16] = n(-2147483647 - 1);
  out[17] = n(2147483647); out[18] = n(0); out[19] = duff(3); out[20] = duff(4); out[21] = duff(5);
  out[22] = inside(2); out[23] = inside(3); out[24] = inside(10); out[25] = ch('b'); out[26] = ch('\377');
  out[27] = ch('c'); out[28] = w(4294967297); out[29] = w(4294967298);
}
