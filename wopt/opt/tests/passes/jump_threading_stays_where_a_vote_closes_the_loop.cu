// test pass=jump-threading --passes=-if-conversion
// The vote that ends the loop comes again.
// check: (phi
__global__ void k(unsigned *p, unsigned n) {
  unsigned i = 0;
  do {
    bool ok = p[i] == 2;
    if (n > i) ok = false;
    if (ok) p[i] = n;
    i++;
  } while (__any_sync(0xffffffff, i < n));
}
