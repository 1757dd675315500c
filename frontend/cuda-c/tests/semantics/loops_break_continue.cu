// [stmt.iter] continue goes to the loop's end, break past it; a condition may declare
// wrong: continue-breaks
extern "C" __global__ void k(long long *out) {
  int s = 0, i, j, k = 0;
  for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; s += i; }
  out[0] = s; out[1] = i;
  s = 0; for (i = 0; i < 3; i++) for (j = 0; j < 5; j++) { if (j == 3) break; if (j == i) continue; s += i * 10 + j; }
  out[2] = s;
  i = 0; do { if (++i == 2) continue; s += i; } while (i < 4);
  out[3] = s; out[4] = i;
  i = 5; while (int t = i - 2) { s += t; i--; }
  out[5] = s; out[6] = i;
  for (int i = 0, *p = &s; i < 2; i++, (*p)++) { { int i = 40; s += i; } }
  out[7] = s; out[8] = i;
  for (;;) { if (k++ > 4) break; switch (k) { case 2: continue; case 3: break; default: s++; } s += 100; }
  out[9] = s; out[10] = k;
  while (k --> 0) s -= k;
  out[11] = s; out[12] = k;
  if (int z = s & 1; z) k = 1; else k = 2 + z;
  out[13] = k;
  int arr[3] = {1, 2, 3}, q = 0; for (int v : arr) q = q * 10 + v; for (int &v : arr) v *= 2;
  out[14] = q; out[15] = arr[2];
}
