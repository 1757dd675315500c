// [lex.string] neighbouring strings are joined after their escapes are read; raw strings have none
// wrong: raw-strings-have-escapes
extern "C" __global__ void k(long long *out) {
  const char *a = "x\x41" "B"; const char *b = "\1234"; const char *c = R"(a\n"b)"; const char *d = R"x(p)"q)x"; const char *e = "tab\tq"; const char *f = "one\
  two"; const char *g = "" "z" "";
  out[0] = a[1]; out[1] = a[2]; out[2] = a[3]; out[3] = b[0]; out[4] = b[1]; out[5] = b[2]; out[6] = c[1];
  out[7] = c[2]; out[8] = c[3]; out[9] = c[4]; out[10] = d[1]; out[11] = d[2]; out[12] = d[3]; out[13] = e[3];
  out[14] = f[3]; out[15] = g[0]; out[16] = g[1]; out[17] = sizeof("ab" "cd"); out[18] = sizeof("\x41" "1");
  out[19] = sizeof R"(\n)"; out[20] = "\x7f"[0]; out[21] = "\0a"[1]; out[22] = sizeof "\0a"; out[23] = "abc"[3];
  out[24] = sizeof("a\0b");
}
