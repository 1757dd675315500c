// [lex.ccon] u, U, L and u8 literals have the types and values of their prefixes
// wrong: prefixes-ignored
extern "C" __global__ void k(long long *out) {
  const wchar_t *w = L"ab\u00e9"; const char16_t *h = u"a\u20acz"; const char32_t *q = U"\U0001F600b"; const char *n = u8"\u00e9x"; wchar_t t[] = L"xyz"; char16_t g[] = u"pq";
  out[0] = u'\u20ac'; out[1] = U'\U0001F600'; out[2] = L'\u00e9'; out[3] = u8'a'; out[4] = sizeof u'a';
  out[5] = sizeof U'a'; out[6] = sizeof L'a'; out[7] = w[0]; out[8] = w[2]; out[9] = w[3]; out[10] = h[1];
  out[11] = h[2]; out[12] = q[0]; out[13] = q[1]; out[14] = (unsigned char)n[0]; out[15] = (unsigned char)n[1];
  out[16] = n[2]; out[17] = sizeof t; out[18] = t[1]; out[19] = sizeof g; out[20] = g[1]; out[21] = sizeof L"ab";
  out[22] = sizeof u"ab"; out[23] = sizeof U"ab"; out[24] = sizeof u8"\u00e9"; out[25] = (L"a" "b")[1];
}
