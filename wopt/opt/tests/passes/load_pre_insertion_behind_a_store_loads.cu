// test pass=load-pre
// Between the load and the edge something may write there, or what was loaded is narrower: the inserted load stays one.
// count 4: ) (ivar I
// count 2: .3) (ivar U4 global
__global__ void stored(int *const *rows, int *o) {
  int *r = rows[threadIdx.x];
  int sum = *r;
  if (sum > 3) {
    *o = 4;
    int *p = r;
    do sum += *p++;
    while (*p >= 0);
  }
  o[threadIdx.x] = sum;
}
__global__ void narrow(int *const *rows, int *o) {
  int *r = rows[threadIdx.x];
  int sum = *(short *)r;
  if (sum > 3) {
    int *p = r;
    do sum += *p++;
    while (*p >= 0);
  }
  o[threadIdx.x] = sum;
}
