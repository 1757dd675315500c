// test pass=jump-threading --passes=-if-conversion
// The flag is stored: it would need a new phi.
// count 2: (branch
// check: (phi
__global__ void k(unsigned *p, unsigned n) {
  unsigned ok = p[1];
  if (n > 3) ok = 0;
  if (ok) p[0] = n;
  p[2] = ok;
}
