// test ptx -O3 -lineinfo
// Two loads of one statement become one at the statement's place; two of two statements have none in common, and none is claimed:
// the vector goes with the line that ran before it.
// check: .loc 1 13 9
// not: .loc
// check: ld.global.v2.f32
// count 2: ld.global.v2.f32
// count 0: .loc 1 14
// count 0: .loc 1 15
__global__ void
k(const float2 *p, float *o) {
  int t = threadIdx.x;
  float s = p[t].x + p[t].y;
  float a = p[9].x;
  float b = p[9].y;
  o[t] = s * a;
  o[t + 99] = b;
}
