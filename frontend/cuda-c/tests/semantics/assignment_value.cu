// [expr.ass] the value of an assignment is the left operand after it, an lvalue
// wrong: assignment-gives-right
extern "C" __global__ void k(long long *out) {
  unsigned char c; int i = 300, j = 1, a[2] = {5, 6}; long long l;
  out[0] = (c = i); out[1] = (l = c = i); out[2] = (i = 2.9); out[3] = ((i = 5) += 2); out[4] = i;
  out[5] = (++i) = 3; out[6] = i; out[7] = (i += 1) *= 2; out[8] = i;
  (j = i) = 40; (a[0] = 1, a[1]) = 9; int &r = (i = 6); r = 11; (c = 257) += 255;
  out[9] = j; out[10] = a[0]; out[11] = a[1]; out[12] = i; out[13] = c;
}
