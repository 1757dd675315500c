// test pass=division-bypass --passes=-unrolling
// Not every round divides, so the division stays where it is; the guard is cheap and cannot go wrong.
// check: (stid ({g}) (BU4EQ (U4VINTRINSIC_OP ~freeze
// check: (phi
// check: (branch @0:9:26+5/0:9:19+12 {g}
// check: (I8DIV
__global__ void k(long long *o, long long a, long long b, int n) {
  for (int i = 0; i < n; i++)
    if (o[i] > 3) o[i] = a / b;
}
