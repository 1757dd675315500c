// test pass=jump-threading --passes=-if-conversion
// check: (phi
__global__ void k(unsigned *p, unsigned n) {
  unsigned go = 1;
  if (n & 1) goto b;
a:
  go = p[n];
b:
  if (go == 0) goto out;
  n++;
  if (n & 4) goto a;
  go = p[n + 1];
  goto b;
out:
  p[0] = n;
}
