// test pass=division-bypass
// 2^32 - 1 is a word, 2^32 is none: the second division stays as it is.
// count 1: (branch
// check: (U4DIV =4294967295:U4
// check: (I8DIV =4294967296:U8
__global__ void k(long long *o, long long a, long long b) {
  o[0] = 4294967295ll / a;
  o[1] = 4294967296ll / b;
}
