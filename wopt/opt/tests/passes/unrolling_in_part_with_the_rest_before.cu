// test pass=partial-unrolling
// A loop that is left early takes the rest itself, up to the middle; the copies go on to its own bound, down as well as up.
// check: (stid (v{e}.1) (BI4GT v{n}.1 =1:U4))
// check: (stid (v{r}.1) (U4BAND v{n}.1 =1:U4))
// check: (stid (v{m}.1) (U4SELECT v{e}.1 v{r}.1 v{n}.1))
// check: (BLAND v{e}.1 (BU4EQ v{r}.1 =0:U4))
// check: v{m}.1
// check: v{n}.1
__global__ void k(int *p, int n, int key) {
  for (int i = 0; i < n; i++) {
    if (p[i] == key) break;
    p[i] = i;
  }
  for (int i = key; i > 0; i--) {
    if (p[i + 64] == key) break;
    p[i + 64] = i;
  }
}
