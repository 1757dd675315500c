// test pass=chosen-addresses..scalar-replacement
// Overlapping accesses of twelve bytes fit no register; what is beside them does.
// check: (stack
// count 2: ((ivar U8 local
// check: (ivar U8 local (lda
__global__ void k(unsigned long long *o) {
  struct __attribute__((packed)) P { unsigned long long a; unsigned b; };
  union U { P p; struct { unsigned c; unsigned d; unsigned e; } q; struct { char f[4]; unsigned long long g; } __attribute__((packed)) h; };
  U u[1];
  u[0].p.a = o[0];
  u[0].h.g = o[1];
  o[2] = u[0].p.a;
}
