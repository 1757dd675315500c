// test pass=division-bypass
// Quotient and remainder are one division on either way, and the second statement reads what the first made.
// count 1: (U4DIV
// count 1: (I8DIV
// not: REM
// count 1: (BU4EQ
__global__ void k(long long *o, long long a, long long b) {
  o[0] = a / b;
  if (o[2] > 7) o[1] = a % b;
}
