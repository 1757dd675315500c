// What C's constructs mean, one value each: the launch file beside it holds what g++ computes for the same text.
#define KERNEL extern "C" __global__
typedef struct { signed a : 3; unsigned b : 5; int c : 24; unsigned long long d : 40; unsigned char e : 4, f : 4; short g; } Bits;
union Mix { float f; unsigned u; unsigned char b[4]; struct { short lo, hi; } s; };
struct Inner { char c; double d; int a[3]; };
struct Outer { Inner in[2]; float4 v; union { int i; float f; }; struct Inner *p; };
struct Node { int v; Node *next; };
enum Color { RED, GREEN = 5, BLUE, NEG = -3 };
__constant__ int table[3][4] = {{1, 2, 3, 4}, {5, 6}, 7, 8, 9};
__device__ const char *text = "hello" " world\n";
__device__ int counter = 3;
__device__ int *where = &counter;
__device__ Outer go = {{{'a', 1.5, {1, 2, 3}}, {'b', 2.5, {4, 5}}}, {1, 2, 3, 4}, {9}, 0};
__device__ short sarr[] = {1, -2, [5] = 7, 8};
__device__ float4 make(float a) { return make_float4(a, a * 2, a * 3, a * 4); }
__device__ Inner inner(int k) { Inner r = {(char)k, k * 0.5, {k, k + 1, k + 2}}; return r; }
__device__ int sum(const Inner &x) { return x.c + (int)x.d + x.a[0] + x.a[1] + x.a[2]; }
__device__ void bump(int &x, int by = 2) { x += by; }
__device__ int &pick(int *p, int i) { return p[i]; }
__device__ int over(int) { return 1; }
__device__ int over(unsigned) { return 2; }
__device__ int over(float) { return 3; }
__device__ int over(double) { return 4; }
__device__ int over(const int *) { return 5; }
__device__ int over(bool, int) { return 6; }
__device__ bool odd(int x) { return x & 1; }
__device__ unsigned char wrap8(int x) { return x; }
__device__ int sw(int x) { int r = 0; switch (x) { case -1: r += 1; case 0: r += 10; break; default: r = 100; case 3: { r += 1000; break; } case 4: case 5: r = 7; } return r; }
__device__ int duff(int n) { int c = 0; int k = (n + 3) / 4; switch (n % 4) { case 0: do { c++; case 3: c += 10; case 2: c += 100; case 1: c += 1000; } while (--k > 0); } return c; }
__device__ int irr(int a) { int i = 0; if (a & 1) goto two; one: i += 1; if (i > 10) goto out; two: i += 3; if (i < 20) goto one; out: return i; }
KERNEL void k(long long *out, const int *in) {
  int n = 0; const int one = in[0] + 1;
#define P(x) out[n++] = (long long)(x)
  Bits b = {-1, 17, -5, 0xabcdef1234ull, 3, 9, -7};
  P(b.a); P(b.b); P(b.c); P(b.d); P(b.e); P(b.f); P(b.g); P(sizeof(Bits));
  b.a = 5; P(b.a); b.b += 20; P(b.b); P(b.c = 0x1ffffff); P(b.d++); P(b.d); P(--b.e); P(b.f *= 3); P((b.g = 70000) + 1);
  Mix m; m.f = 1.0f * one; P(m.u); P(m.b[3]); P(m.s.hi); m.b[0] = 255; P(m.u); m.s.lo = -1; P(m.u);
  Outer o = go; P(o.in[one].a[1]); P(o.in[0].d * 2); P(o.v.z); P(o.i); P(sizeof(Outer)); P(sizeof(Inner));
  o.in[0] = o.in[1]; P(o.in[0].c); o.p = &o.in[one]; P(o.p->a[0]); o.p->a[2] = 42; P(o.in[1].a[2]);
  o.v = make(one + 1); P(o.v.w); P(make(3).y); P(inner(7).a[one]); P(sum(inner(4))); P(sum(o.in[0]));
  Outer z = {}; P(z.in[1].d + z.v.x + z.i); Outer w = {{{1}}}; P(w.in[0].c + w.in[0].a[2]);
  Inner arr[3] = {inner(1), {'x', 2}, {.c = 5, .d = 2.5, .a = {1}}}; P(sum(arr[0])); P(sum(arr[one])); P(sum(arr[2]));
  P(table[0][3] + table[1][1] * 10 + table[2][0] * 100 + table[2][3]); P(table[one][one]);
  P(text[4]); P(text[11]); P("abc"[one]); P(*where); *where += 2; P(counter); P(sarr[5] + sarr[6] + sarr[1]); P(sizeof(sarr));
  int x = 5; bump(x); bump(x, x); P(x); int q[4] = {1, 2, 3}; pick(q, 2) += 5; P(q[2]); int &r = q[one]; r *= 4; P(q[1]); const int &cr = x + 1; P(cr);
  P(over(1)); P(over(1u)); P(over(1.f)); P(over(1.)); P(over(q)); P(over(true)); P(over((char)1)); P(over(true, 1)); P(over('a'));
  P(odd(3) + odd(4)); P(wrap8(300)); P(sw(-1)); P(sw(0)); P(sw(2)); P(sw(3)); P(sw(4)); P(duff(7)); P(duff(8)); P(irr(1)); P(irr(2));
  Color c = BLUE; P(c); P(c == 6); P(NEG < 0); P(RED + one); c = (Color)5; P(c == GREEN);
  Node list[3] = {{1, &list[1]}, {2, &list[2]}, {3, 0}}; int s = 0; for (Node *p = list; p; p = p->next) s = s * 10 + p->v; P(s);
  int *pp = q + 3; P(pp - q); P(*--pp); P(*pp++ + *pp); P(pp > q && pp[-1] == q[2]); P(&q[2] == q + 2); P((char *)&q[2] - (char *)q);
  int grid[3][4][5]; for (int i = 0; i < 60; i++) (&grid[0][0][0])[i] = i * i; P(grid[2][one][3]); int (*row)[5] = grid[one]; P(row[2][4]); P(sizeof(grid[0]));
  int i = 3; i = i++ + 1; P(i); q[i & 3] = i; P(q[0]); P((i = 7, i + 1)); int t = i > 3 ? i < 9 ? 1 : 2 : 3; P(t);
  unsigned char u8 = 250; u8 += 10; P(u8); signed char s8 = 127; s8++; P(s8); short s16 = -32768; s16--; P(s16); u8 = ~u8; P(u8); P(u8 << 4); P(-u8);
  long long L = 1ll << 40; P(L >> 3); P((int)L); P((unsigned)-1 + 1ll); P(-1 < 1u); P((long)-1 < 1u); P(5 / -2); P(-5 % 3); P((unsigned)-5 / 2);
  float f = 16777217; P(f); double d = f + 0.5; P(d * 2); P((float)0.1 == 0.1); P((int)-1.9f); bool bb = 0.5f; P(bb); bb = 7; P(bb + bb);
  volatile int vol = 4; vol += vol; P(vol); P(sizeof(char) + sizeof('a') + sizeof(1 + 'a') + sizeof(1.f * 2) + sizeof(q) / sizeof q[0]);
  int acc = 0; for (int a = 0, e = 10; a < e; a++, e--) { if (a == 2) continue; int k2 = e; while (k2 > 0) { if (k2 == 3) break; k2--; acc += k2; } do { acc++; if (acc % 7 == 0) continue; acc += 2; } while (acc % 5); } P(acc);
  P(0x7fffffff + 0u); P(0xffffffff); P(2147483648); P(017 + 0b11 + 'A' + '\n'); P(1 ? -1 : 0u);  P(!0 + !5 + !!9);
  int e1 = 0, e2 = 0; (void)((e1++ || e2++) && e2++); P(e1 * 10 + e2); P((e1 && e2) | (e1 || e2)); Outer *po = &o; (*po).in[1].a[0]++; P(po->in[one].a[0]);
  struct L1 { int a; struct { int b, c; } n; } l1 = {1, {2, 3}}, l2 = l1; l2.n.c += l1.n.b; P(l2.n.c * 10 + l1.n.c); float4 f4 = make(1); f4.x = f4.w; f4 = f4.y > 1 ? make(f4.x) : f4; P(f4.z);
  char str[] = "xyz"; str[one] = 'Q'; P(str[1] + sizeof(str)); char two[2][4] = {"ab", {'c', 'd'}}; P(two[one][1] + two[0][2]);
  int big[100] = {1, 2, [50] = 3}; int tot = 0; for (int a = 0; a < 100; a++) tot += big[a] * a; P(tot); P(n);
}
