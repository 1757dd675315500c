// test pass=division-bypass
// The inner quotient is made first; of the outer one it is the dividend, however it was made.
// count 2: (U4DIV
// count 2: (U8DIV
// count 2: (branch
__global__ void k(unsigned long long *o, unsigned long long a, unsigned long long b, unsigned long long c) { o[0] = a / b / c; }
