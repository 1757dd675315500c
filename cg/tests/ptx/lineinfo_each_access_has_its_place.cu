// test ptx -O3 -lineinfo
// Loads, stores, divisions and branches are charged to their own places; other operators to their statement's, which stands where
// it begins.
// check: .loc 1 20 14
// next: ld.global.f32
// check: .loc 1 20 47
// next: ld.global.u32
// check: .loc 1 20 45
// next: ld.global.f32
// check: .loc 1 20 7
// next: mul.f32
// check: .loc 1 21 7
// next: add.s64
// next: st.global.f32
// check: .loc 1 22 7
// next: div.s32
__global__ void
k(const float *val, const int *col, const float *x, float *o, int n, int m) {
  for (float sum; n; n--) {
      sum =  val[n] *               1.0f *  x[col[n]];
      o[n]                           = sum;
    o[m / n] = 1;
  }
}
