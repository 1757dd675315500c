// [gnu.assume] what is assumed holds behind it and changes nothing; && says both, from a false || or ! nothing is concluded
// wrong: assumptions-say-the-opposite
extern "C" __global__ void k(long long *out) {
  int z = (int)out[100], y = (int)out[101] + 9; long w = out[102] - 1;
  __builtin_assume(z < 5); out[0] = z < 5; out[1] = z > -3;
  __builtin_assume(y > 3 && y < 10); out[2] = y % 10; out[3] = y / 10; out[4] = (unsigned char)y;
  __builtin_assume(y == 9 || z == 7); out[5] = y; out[6] = z;
  __builtin_assume(!(w > 0)); out[7] = w > 0; out[8] = w;
  if (out[103] == 0) { __builtin_assume(w != 4), out[9] = w; }
  for (int i = 0; i < y; i++) { __builtin_assume(i < 1000); out[10] += i < 1000; }
}
