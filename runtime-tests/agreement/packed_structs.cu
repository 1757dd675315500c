// Members of packed structs: layout, loads and stores of places that are not aligned, by value
// and through functions that are called, volatile.
// The other compilers pass such a struct in pieces that are misaligned, so there the functions are inlined.
#ifdef __OPTX__
#define CALLED __noinline__
#else
#define CALLED __forceinline__
#endif
struct __attribute__((packed)) P { char c; int i; double d; short s; float f; unsigned char bytes[3]; int more[2]; };
struct In { int a, a2; double b; };
struct __attribute__((packed)) Q { char c; In in; long long l; };
struct __attribute__((packed)) T { char c; P p; In in[2]; };
__device__ CALLED P change(P p, int k) { p.i += k; p.d *= 2; p.more[k & 1] -= 5; return p; }
__device__ CALLED Q other(Q q) { q.in.b += 1; q.l = -q.l; return q; }
__device__ P kept[3];
__shared__ Q near[3];
__device__ void write(int *o, int &k, const void *p, int n) {
  const unsigned char *b = (const unsigned char *)p;
  unsigned h = 1;
  for (int i = 0; i < n; i++) h = h * 31 + b[i];
  o[k++] = (int)h;
}
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  o[k++] = sizeof(P) * 10000 + sizeof(Q) * 100; o[k++] = sizeof(T) * 100 + alignof(T);
  P p = {'a', n, 2.5, -3, 1.25f, {1, 2, 3}, {40, 50}};
  kept[0] = p; kept[1] = change(p, n); kept[2] = kept[1];
  kept[2].s = (short)(kept[0].s - kept[1].i); kept[2].f += kept[2].c; kept[n % 3].more[n & 1] = kept[1].bytes[n % 3];
  for (int i = 0; i < 3; i++) write(o, k, &kept[i], sizeof(P));
  P local[3];
  for (int i = 0; i < 3; i++) { local[i] = kept[(i + n) % 3]; local[i].d += i; local[i].i ^= n << i; }
  for (int i = 0; i < 3; i++) { write(o, k, &local[i], sizeof(P)); f[i] = (float)local[i].d; o[k++] = local[i].more[n % 2]; }
  Q q = {'q', {n, 6, 3.5}, -1234567890123ll};
  near[0] = q; near[1] = other(q); near[2] = near[1];
  near[2].in.a = 7; near[2].in = near[0].in; near[1].in.b = near[2].in.b * 2;
  for (int i = 0; i < 3; i++) { f[3 + i] = (float)near[i].in.b; o[k++] = (int)near[i].l; o[k++] = near[i].in.a; }
  T t = {'t', p, {{1, 8, 1.5}, {2, 9, 2.5}}};
  t.p.d += t.in[n & 1].b; t.in[n & 1].a = t.p.i; t.p = change(t.p, 3);
  o[k++] = t.p.i; o[k++] = t.in[0].a; o[k++] = t.in[1].a; f[6] = (float)t.p.d; f[7] = (float)t.in[1].b; o[k++] = t.p.more[1];
  volatile P *v = &kept[0];
  v->i = v->i + 1; v->s = 77; o[k++] = v->i; o[k++] = v->s; f[8] = v->f;
  const P &r = kept[1];
  o[k++] = r.i; f[9] = (float)r.d;
}
