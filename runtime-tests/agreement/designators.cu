// Designators before values without braces of their own, braces around bit-fields, members of anonymous structs and unions.
struct P { int x, y; };
struct Q { P p; int z; };
struct Bits { unsigned a : 3, b : 5; int c : 9; };
struct Anonymous { struct { int x, y; }; union { int u; float v; }; int last; };
struct Linked { long key; const int *to; long tail; };
__device__ const int table[3] = {5, 6, 7};
__device__ Q q = {.p = {1}, .z = 4};
__device__ Q elided[2] = {{.p = 8, .z = 9}, {1, 2, 3}};
__device__ Bits bits[2] = {{{5}, {19}, {-200}}, {.b = {7}}};
__device__ Anonymous anonymous = {.x = 1, .u = 3};
__device__ Linked linked[3] = {{1, &table[2], 0}, {2, nullptr, 8}, {3, table, 0}};
extern "C" __global__ void run(int *o, float *f, int n) {
  int k = 0;
  o[k++] = q.p.x; o[k++] = q.p.y; o[k++] = q.z;
  for (int i = 0; i < 2; i++) {
    o[k++] = elided[i].p.x; o[k++] = elided[i].p.y; o[k++] = elided[i].z;
    o[k++] = bits[i].a; o[k++] = bits[i].b; o[k++] = bits[i].c;
  }
  o[k++] = anonymous.x; o[k++] = anonymous.y; o[k++] = anonymous.u; o[k++] = anonymous.last;
  for (int i = 0; i < 3; i++) {
    o[k++] = (int)linked[i].key; o[k++] = linked[i].to ? *linked[i].to : -1; o[k++] = (int)linked[i].tail;
  }
  Q r = {.p = n, .z = 2};
  o[k++] = r.p.x; o[k++] = r.p.y; o[k++] = r.z;
  Bits b[2] = {{{unsigned(n)}, {unsigned(n * 3)}, {n}}, {.a = {6u}, .c = {-n}}};
  for (int i = 0; i < 2; i++) { o[k++] = b[i].a; o[k++] = b[i].b; o[k++] = b[i].c; }
  Anonymous m = {.y = n, .v = 1.5f, .last = 7};
  o[k++] = m.x; o[k++] = m.y; f[0] = m.v; o[k++] = m.last;
}
