// [stmt.stmt] a head that another head controls declares its names in a scope of its own
// wrong: heads-within-are-blocks
extern "C" __global__ void k(long long *out) {
  int n = 0, a[2] = {1, 2};
  for (int x = 0; x < 2; x++) if (int x = 5) out[n++] = x;
  for (int x : a) if (int x = 3) out[n++] = x;
  for (int x : a) for (int x = 0; x < 2; x++) out[n++] = x;
  if (int x = 4) for (int x = 0; x < 1; x++) out[n++] = x + 10;
  if (int x = 0) out[n++] = x; else switch (int x = 3) { default: out[n++] = x; }
  if (int x = 1) while (int x = n < 12) { int y = x; out[n++] = y + 20; }
  while (int x = n < 14) if (int x = 7) out[n++] = x;
}
