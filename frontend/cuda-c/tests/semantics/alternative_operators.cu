// [lex.digraph] words stand for operators, those of assignments too
// wrong: bitwise-before-comparison
extern "C" __global__ void k(long long *out) {
  int i = 1; bool t = true;
  out[0] = 1 not_eq 1; out[1] = not (1 and 0); out[2] = 1 or 0; out[3] = compl 5; out[4] = 6 bitand 3; out[5] = 6 bitor 1 xor 2;
  i or_eq 6; out[6] = i; i and_eq 5; out[7] = i; i xor_eq 3; out[8] = i; t and_eq false; out[9] = t;
  out[10] = 6 bitand 2 == 2;
}
