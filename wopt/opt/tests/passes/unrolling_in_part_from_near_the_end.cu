// test pass=partial-unrolling -O3
// From 2^32 - 4 on there are three iterations at most, never eight. Six steps behind the first test come to 3 modulo 2^32, with which no
// bound is compared: the distance is asked, and that the first test holds.
// check: (BLAND (BU4GE (U4ADD v4.1 =3:U4) =7:U4) (BU4GT v4.1 =4294967293:U4))
// count 0: (BU4GT v4.1 =3:U4)
__global__ void k(int *__restrict__ o, const int *__restrict__ p, unsigned n) {
  int s = 0;
  for (unsigned i = 0xfffffffcu; i < n; i++)
    s += p[i & 15];
  *o = s;
}
