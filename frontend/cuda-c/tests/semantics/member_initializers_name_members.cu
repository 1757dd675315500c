// [class.mem] an initial value of a member names the other members of its object, in a list in braces too
// wrong: left-out-members-are-zero
__device__ int i = 77;
struct X { int i; int n = i; int m = n + i * 10; };
struct Y { int a = 4; long b = a + 1; int c = a * 2; };
struct Z { X x; int k = x.m; X list[2] = {{k}, {k + 1, 5}}; int last = list[1].n; };
struct W : X { int w = i + m; };
struct Bits { unsigned a : 3; int b = a + 9, c = b; };
struct L { int first; Y rest[40]; Y grid[3][7]; int last = rest[39].c; };
__device__ Y table[30] = {{1}, {}, {3, 4}};
struct M { int a; int b = a; __device__ int f() { M m{5}; return m.b; } };
__device__ X make(int a) { return {a}; }
__device__ int sum(X x) { return x.i * 10000 + x.n * 100 + x.m; }
extern "C" __global__ void k(long long *out) {
  X a{1}, b{1, X{2}.n}; Y y{}; Z z{{5}}; W w{{3}}; X all[2] = {{1}, {2, 3}}; Bits bits{6};
  out[0] = sum(a); out[1] = sum(b); out[2] = y.b; out[3] = y.c; out[4] = z.k; out[5] = sum(z.list[0]); out[6] = sum(z.list[1]);
  out[7] = z.last; out[8] = w.w; out[9] = sum(all[0]); out[10] = sum(all[1]); out[11] = bits.b; out[12] = bits.c;
  out[13] = sum(make(7)); out[14] = sum({8}); const X &r = X{9}; out[15] = sum(r); X t = {a.m}; t = {t.n, 2}; out[16] = sum(t);
  M m{6}; out[17] = m.f();
  L l{7, {{1}, {2, 3}}, {{{}, {8}}, {{}, {}, {}, {9}}}}; out[18] = l.first; out[19] = l.last; long rows = 0; for (const Y &y : l.rest) rows = rows * 7 % 1000003 + y.a + y.b + y.c;
  for (const auto &row : l.grid) for (const Y &y : row) rows = rows * 7 % 1000003 + y.a + y.b + y.c;
  for (const Y &y : table) rows = rows * 7 % 1000003 + y.a + y.b + y.c; out[20] = rows;
}
