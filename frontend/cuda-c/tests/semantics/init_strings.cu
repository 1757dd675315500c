// [dcl.init.string] a string initialises an array of characters, the rest of which is zero
// wrong: strings-lose-their-end
struct S { char a[4]; char b[3]; };
extern "C" __global__ void k(long long *out) {
  char a[] = "abc"; char b[6] = "xy"; char c[] = {"pq"}; char d[2][4] = {"ab", {'c'}}; S s = {"abc", {'d'}}; const char *p = "long" "er"; unsigned char u[] = "\377"; signed char g[3] = {"z"}; char e[] = ""; char n[] = "a\0b";
  out[0] = sizeof a; out[1] = a[3]; out[2] = b[1]; out[3] = b[2]; out[4] = b[5]; out[5] = sizeof c;
  out[6] = c[1]; out[7] = d[0][1]; out[8] = d[1][0]; out[9] = d[1][1]; out[10] = s.a[2]; out[11] = s.b[0];
  out[12] = s.b[1]; out[13] = p[5]; out[14] = u[0]; out[15] = g[0]; out[16] = g[2]; out[17] = sizeof e;
  out[18] = sizeof n; out[19] = n[2]; out[20] = sizeof "abc"; out[21] = "xyz"[1]; out[22] = 1["pq"];
  out[23] = *("mn" + 1); out[24] = sizeof p;
}
