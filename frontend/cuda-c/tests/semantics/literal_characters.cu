// [lex.ccon] a character literal has its execution code; several characters make an int
// wrong: last-character-counts
__device__ int k2(char) { return 1; }
__device__ int k2(int) { return 2; }
__device__ int k2(wchar_t) { return 3; }
__device__ int k2(unsigned) { return 4; }
extern "C" __global__ void k(long long *out) {
  out[0] = 'a'; out[1] = '\n'; out[2] = '\0'; out[3] = '\x41'; out[4] = '\101'; out[5] = '\''; out[6] = '"';
  out[7] = '\\'; out[8] = '\377'; out[9] = '\xff'; out[10] = '\t'; out[11] = '\a'; out[12] = '\v';
  out[13] = '\?'; out[14] = 'ab'; out[15] = 'abcd'; out[16] = 'a\0'; out[17] = k2('a'); out[18] = k2('ab');
  out[19] = sizeof 'a'; out[20] = sizeof 'ab'; out[21] = '\1' + '\12'; out[22] = L'a'; out[23] = L'\xffff';
  out[24] = k2(L'a'); out[25] = sizeof L'a'; out[26] = 'b' - 'a';
}
