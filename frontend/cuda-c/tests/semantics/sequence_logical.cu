// [expr.log.and] && and || evaluate the right operand only where the left does not decide
// wrong: logic-evaluates-both
__device__ bool hit(int *t, int v, bool r) { *t = *t * 10 + v; return r; }
extern "C" __global__ void k(long long *out) {
  int t = 0, r;
  r = hit(&t, 1, true) && hit(&t, 2, false) || hit(&t, 3, true);
  out[0] = r; out[1] = t;
  t = 0; r = hit(&t, 1, true) || hit(&t, 2, true) && hit(&t, 3, true);
  out[2] = r; out[3] = t;
  t = 0; r = (hit(&t, 1, false), hit(&t, 2, true)) ? hit(&t, 3, false) : hit(&t, 4, true);
  out[4] = r; out[5] = t; out[6] = sizeof(1 && 2ll);
  t = 0; r = !(hit(&t, 1, false) && hit(&t, 2, true)) & hit(&t, 3, true);
  out[7] = r;
  int i = 0; bool b = i++ || i++ || i++;
  out[8] = i; out[9] = b;
}
