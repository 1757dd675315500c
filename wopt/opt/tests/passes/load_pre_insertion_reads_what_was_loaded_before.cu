// test pass=load-pre
// The loop's first load is of the place that the guard's test loaded, by another name: the phi of the pointer takes a copy.
// count 2: ) (ivar I4 global
// check: ({first}.1) (ivar I4 global
// check: (stid ({t}.3) {first}.1)
// next: (goto
// check: (phi {t}.1 {t}.3 {t}.2)
__global__ void k(const int *const *rows, int *o) {
  const int *r = rows[threadIdx.x];
  int sum = 0;
  for (const int *p = r; *p >= 0; p++) sum += *p;
  o[threadIdx.x] = sum;
}
