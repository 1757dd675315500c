// test pass=unswitching
// The copy would cost more than a hundred.
// count 12: (F4DIV
__global__ void k(float *o, const float *p, int n, int flag) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float a = p[i], b = p[i + n], c = p[i + 2 * n];
    s = s * a + b * 2.0f / c; o[i + 0] = s;
    s = s * a + b * 3.0f / c; o[i + 1] = s;
    s = s * a + b * 4.0f / c; o[i + 2] = s;
    s = s * a + b * 5.0f / c; o[i + 3] = s;
    s = s * a + b * 6.0f / c; o[i + 4] = s;
    s = s * a + b * 7.0f / c; o[i + 5] = s;
    s = s * a + b * 8.0f / c; o[i + 6] = s;
    s = s * a + b * 9.0f / c; o[i + 7] = s;
    s = s * a + b * 10.0f / c; o[i + 8] = s;
    s = s * a + b * 11.0f / c; o[i + 9] = s;
    s = s * a + b * 12.0f / c; o[i + 10] = s;
    s = s * a + b * 13.0f / c; o[i + 11] = s;
    if (flag) o[i + 3] = a;
    else o[i + 4] = b;
  }
  o[0] = s;
}
