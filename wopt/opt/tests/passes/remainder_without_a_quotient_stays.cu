// test pass=constant-division
// Other operands, the quotient on another way, another sign, long numbers, which their bypass shares.
// count 2: (I4REM
// count 1: (U4REM
// count 1: (I8REM
__global__ void others(int *o, int a, int b) {
  o[0] = a / b;
  o[1] = b % a;
}
__global__ void ways(int *o, int a, int b, int n) {
  if (n > 3) o[0] = a / b;
  else o[1] = a % b;
}
__global__ void signs(int *o, int a, int b) {
  o[0] = a / b;
  o[1] = (unsigned)a % (unsigned)b;
}
__global__ void longs(long long *o, long long a, long long b) {
  o[0] = a / b;
  o[1] = a % b;
}
