// [dcl.init.aggr] a C++17 aggregate may have public bases, which come first
// wrong: lists-skip-bases
struct B { int x, y; };
struct E { int e; };
struct S : B, E { int z; };
struct K { int k; __device__ K(int v) : k(v + 1) {} };
struct L : K { int l; };
extern "C" __global__ void k(long long *out) {
  S a = {{1, 2}, {3}, 4}; S b = {1, 2, 3, 4}; S c{{5}, {}, 6}; S d{}; L l = {{4}, 5}; L m{7, 8};
  out[0] = a.x; out[1] = a.y; out[2] = a.e; out[3] = a.z; out[4] = b.y; out[5] = b.e; out[6] = b.z; out[7] = c.x;
  out[8] = c.y; out[9] = c.e; out[10] = c.z; out[11] = d.z; out[12] = l.k; out[13] = l.l; out[14] = m.k;
  out[15] = m.l;
}
