// test pass=strength-reduction --passes=-unrolling
// The head of the loop has two ways in: each sets what is stepped to its own.
// check: (stid (v9.3) (U8MPY v6.1 v4.1))
// check: (stid (v9.4) (U8MPY v6.4 v4.1))
// check: (phi v6.2 v6.1 v6.4 v6.3)
// check: (phi v9.1 v9.3 v9.4 v9.2)
// next: U8 global 0 () v9.1
__global__ void k(volatile unsigned long long *o, unsigned long long n, unsigned long long m) {
  unsigned long long i;
  if (n & 1) {
    *o = 5;
    i = n;
    goto head;
  }
  *o = 7;
  i = n - 100;
head:
  *o = i * m;
  i -= 7;
  if (i < n) goto head;
}
