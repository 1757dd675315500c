// [class.copy.assign] the implicit assignment of a derived class calls the base's and copies its own members
// wrong: base-assignment-stands-in
struct C { int n; __device__ C &operator=(const C &o) { n = o.n + 1000; return *this; } };
struct Dv : C { int y; int z[2]; };
struct M : Dv { C c; char k; };
extern "C" __global__ void k(long long *out) {
  Dv a, b; a.n = 1; a.y = 2; a.z[0] = 3; a.z[1] = 4; b = a; M m, n; m.n = 1; m.y = 5; m.z[0] = 0; m.z[1] = 6; m.c.n = 7; m.k = 8; n = m;
  out[0] = b.n; out[1] = b.y; out[2] = b.z[0]; out[3] = b.z[1]; out[4] = n.n; out[5] = n.y; out[6] = n.z[1];
  out[7] = n.c.n; out[8] = n.k;
  Dv c; c = b = a;
  out[9] = c.n; out[10] = c.y;
}
