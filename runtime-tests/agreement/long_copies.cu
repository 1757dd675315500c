// Aggregates that are copied by loops: arrays of elements that do and do not divide a turn, members before and after them,
// unions, bit-fields, arrays of long structures; from and to shared and local memory, by value through calls, and volatile.
struct E { int a; short b; signed char c; };
struct P { int x, y, z; };
struct L { double d; int f : 3; unsigned g : 7; E e[203]; P p[171]; union { int i[601]; float x; char c[8]; } u; char tail; };
struct A { char head; L l[2]; long long last; };
struct C { unsigned char c[1031]; };
__shared__ A from, to;
__shared__ C letters[2];
__device__ L changed(L l, int by) { l.e[202].b = by; l.p[170].z += by; l.u.i[600] -= by; l.g = by; return l; }
__device__ void fill(void *p, int n, int seed) { for (int i = 0; i < n; i++) ((unsigned char *)p)[i] = (i * 7 + seed) ^ (i >> 8); }
__device__ unsigned bytes(const void *p, int n) { unsigned h = 1; for (int i = 0; i < n; i++) h = h * 31 + ((const unsigned char *)p)[i]; return h; }
__device__ unsigned sum(const L &l) {
  unsigned h = l.f * 5 + l.g + l.tail;
  for (int i = 0; i < 203; i++) h = h * 31 + l.e[i].a + l.e[i].b * 3 + l.e[i].c * 5;
  for (int i = 0; i < 171; i++) h = h * 31 + l.p[i].x + l.p[i].y * 3 + l.p[i].z * 5;
  return h + bytes(&l.u, sizeof(l.u)) + bytes(&l.d, 8);
}
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  fill(&from, sizeof from, n); fill(&to, sizeof to, 1); fill(letters, sizeof letters, 9);
  to.l[1] = from.l[0];
  o[k++] = sum(to.l[0]); o[k++] = sum(to.l[1]); o[k++] = sum(from.l[0]);
  L own = from.l[1];
  own.u.i[n] = n;
  to.l[0] = own;
  to.l[1] = changed(own, n);
  o[k++] = sum(own); o[k++] = sum(to.l[0]); o[k++] = sum(to.l[1]);
  A all = to;
  all.last++;
  from = all;
  o[k++] = sum(from.l[0]); o[k++] = sum(from.l[1]); o[k++] = (int)from.last; o[k++] = from.head;
  from = from;
  o[k++] = sum(from.l[n % 2]);
  C c = letters[0];
  c.c[1030]++; c.c[n] = n;
  letters[1] = c;
  o[k++] = bytes(letters, sizeof letters);
}
