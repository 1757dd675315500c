// test pass=expression-pre --passes=-unrolling
// The blocks behind the loop are below its guard: nothing is evaluated in the loop for them.
// count 0: (U4MPY
// check: (bb bb3
// check: (let {q} (I4MPY
// check: (bb bb10
// check: {q}
__global__ void k(int *__restrict__ o, volatile int *c, int a, int b) {
  do {
    if (*c == 3) {
      o[0] = a * b;
      break;
    }
    o[1] = 2;
  } while (*c != 4);
  if (*c)
    o[2] = a * b;
}
