// test pass=jump-threading --passes=-if-conversion
// The first test is known; the edge past it would enter the loop at another place.
// check: (phi
// count 1: (bb bb1 (preds bb0 bb2)
__global__ void k(unsigned *p, unsigned n) {
  unsigned go = 1;
head:
  if (go == 0) goto out;
  go = p[n];
  n++;
  goto head;
out:
  p[0] = n;
}
