// clang only: NVRTC's own stores of such bit-fields are misaligned.
// Bit-fields of packed structs, which begin at any bit and lie at any byte.
// The other compilers pass such a struct in pieces that are misaligned, so there the functions are inlined.
#ifdef __OPTX__
#define CALLED __noinline__
#else
#define CALLED __forceinline__
#endif
struct __attribute__((packed)) Q { char c; unsigned b1 : 4, b2 : 12, b3 : 20; int s : 9; long long l; };
struct __attribute__((packed)) B { unsigned a : 4, b : 12, c : 8; };
struct __attribute__((packed)) L { unsigned long long a : 37; int b : 5; unsigned c : 22; };
__device__ CALLED Q other(Q q) { q.b2 ^= 0x5a5; q.b3 += q.b1; q.s--; q.l = -q.l; return q; }
__shared__ Q near[3];
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  o[k++] = sizeof(Q) * 10000 + sizeof(B) * 100 + sizeof(L);
  Q q = {'q', 9, 0xabc, 0x54321, -100, -1234567890123ll};
  near[0] = q; near[1] = other(q); near[2] = near[1];
  near[2].b1++; near[2].b3 -= n; near[2].s += n; near[1].l++;
  for (int i = 0; i < 3; i++) { o[k++] = near[i].b1 + near[i].b2 * 16; o[k++] = near[i].b3; o[k++] = near[i].s; o[k++] = (int)near[i].l; o[k++] = near[i].c; }
  B b[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  b[0].a = n; b[0].b = n * 300; b[1].c = b[0].b; b[1].b += b[0].a; b[n % 3].c ^= 0x5a;
  for (int i = 0; i < 3; i++) { o[k++] = b[i].a; o[k++] = b[i].b; o[k++] = b[i].c; }
  L l[2] = {{0x1234567890ull, -3, 77}, {5, 6, 7}};
  l[1].a = l[0].a * n; l[1].b = l[0].b + n; l[0].c = l[1].c << n;
  for (int i = 0; i < 2; i++) { o[k++] = (int)l[i].a; o[k++] = (int)(l[i].a >> 32); o[k++] = l[i].b; o[k++] = l[i].c; }
  const unsigned char *p = (const unsigned char *)l;
  unsigned h = 1;
  for (int i = 0; i < (int)sizeof(l); i++) h = h * 31 + p[i];
  o[k++] = (int)h;
}
