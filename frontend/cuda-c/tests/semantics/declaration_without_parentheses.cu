// [dcl.decl] int *a, b declares one pointer; qualifiers belong to what stands left of them
// wrong: stars-belong-to-the-type
extern "C" __global__ void k(long long *out) {
  int x = 1, *p = &x, y = 2, **q = &p, z[2] = {3, 4}, *w[2] = {z, z + 1}; const int *c = &x; int *const d = &x; c = &y; *d = 5; int const *const e = z;
  out[0] = x; out[1] = *p; out[2] = y; out[3] = **q; out[4] = z[1]; out[5] = *w[1]; out[6] = *c; out[7] = *d;
  out[8] = e[1]; out[9] = sizeof p; out[10] = sizeof y; out[11] = sizeof w;
  unsigned long int long u = 1; long unsigned v = 2; int static const s = 4; char signed ch = -1; int unsigned short us = -1;
  out[12] = u; out[13] = v; out[14] = s; out[15] = ch; out[16] = us; out[17] = sizeof u; out[18] = sizeof us;
}
