// test pass=straight-line-reduction
// Sixty addresses, each a step from the last: a chain of more than twenty-four waits too long, and another product begins one.
// check: MPY
// check: MPY
// check: MPY
__global__ void k(volatile int *o, int b, int s) {
  *o = (b + 0) * s;
  *o = (b + 1) * s;
  *o = (b + 2) * s;
  *o = (b + 3) * s;
  *o = (b + 4) * s;
  *o = (b + 5) * s;
  *o = (b + 6) * s;
  *o = (b + 7) * s;
  *o = (b + 8) * s;
  *o = (b + 9) * s;
  *o = (b + 10) * s;
  *o = (b + 11) * s;
  *o = (b + 12) * s;
  *o = (b + 13) * s;
  *o = (b + 14) * s;
  *o = (b + 15) * s;
  *o = (b + 16) * s;
  *o = (b + 17) * s;
  *o = (b + 18) * s;
  *o = (b + 19) * s;
  *o = (b + 20) * s;
  *o = (b + 21) * s;
  *o = (b + 22) * s;
  *o = (b + 23) * s;
  *o = (b + 24) * s;
  *o = (b + 25) * s;
  *o = (b + 26) * s;
  *o = (b + 27) * s;
  *o = (b + 28) * s;
  *o = (b + 29) * s;
  *o = (b + 30) * s;
  *o = (b + 31) * s;
  *o = (b + 32) * s;
  *o = (b + 33) * s;
  *o = (b + 34) * s;
  *o = (b + 35) * s;
  *o = (b + 36) * s;
  *o = (b + 37) * s;
  *o = (b + 38) * s;
  *o = (b + 39) * s;
  *o = (b + 40) * s;
  *o = (b + 41) * s;
  *o = (b + 42) * s;
  *o = (b + 43) * s;
  *o = (b + 44) * s;
  *o = (b + 45) * s;
  *o = (b + 46) * s;
  *o = (b + 47) * s;
  *o = (b + 48) * s;
  *o = (b + 49) * s;
  *o = (b + 50) * s;
  *o = (b + 51) * s;
  *o = (b + 52) * s;
  *o = (b + 53) * s;
  *o = (b + 54) * s;
  *o = (b + 55) * s;
  *o = (b + 56) * s;
  *o = (b + 57) * s;
  *o = (b + 58) * s;
  *o = (b + 59) * s;
}
