// [expr.ass] E1 op= E2 computes in the common type and converts back once
// wrong: compound-in-target-type
extern "C" __global__ void k(long long *out) {
  unsigned char c = 250; c += 10; signed char s = 100; s += 100; int i = 10; i *= 1.75; i -= 0.5; short h = -1; h >>= 1; unsigned char d = 200; d <<= 1; unsigned e = 5; e -= 10; int j = -7; j /= 2u; int m = 7; m %= 4ll; char x = 'a'; x ^= 0x120; float f = 3; f /= 2; bool b = true; b += 5; b &= 2;
  out[0] = c; out[1] = s; out[2] = i; out[3] = h; out[4] = d; out[5] = e; out[6] = j; out[7] = m; out[8] = x;
  out[9] = f * 4; out[10] = b; out[11] = (c += 10) + 1; out[12] = (i = 3.99) * 2; out[13] = c;
}
