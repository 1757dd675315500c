// test pass=jump-threading --passes=-if-conversion
// Over one edge the flag is known: that way the second branch is not asked.
// count 2: (branch
// check: (goto @0:8:14+10 bb4)
// check: (bb bb1 (preds bb0)
__global__ void k(unsigned *p, unsigned n) {
  bool ok = p[1] == 2;
  if (n > 3) ok = false;
  if (ok) p[0] = n;
}
