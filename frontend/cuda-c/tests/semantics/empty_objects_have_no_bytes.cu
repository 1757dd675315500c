// [class.copy.assign] an empty object's byte may be another object's: neither copying nor initialising it writes there
// wrong: copies-reach-padding
struct Empty {};
struct Inner : Empty {};
struct Long { long m; __device__ Long(long a) : m(a) {} };
struct Front : Inner { Long m; __device__ Front(long a) : m(a) {} };
struct True { bool a; __device__ True() : a(true) {} };
struct Made : Empty { __device__ Made() : Empty() {} };
struct Both : True, Made { __device__ Both() : True(), Made() {} };
struct Behind : Long, Inner { __device__ Behind(long a) : Long(a), Inner(Inner()) {} };
struct Tail { long x = 1; char c = 2; };
struct Padded : Tail { char d = 7; };
extern "C" __global__ void k(long long *out) {
  Front a(0x1234), b(0x5678);
  *(Inner *)&a = *(Inner *)&b; out[0] = a.m.m;
  (Inner &)b = Inner(); out[1] = b.m.m;
  (Empty &)b = {}; out[2] = b.m.m;
  Both c; out[3] = c.a; out[4] = sizeof(Both);
  Behind d(0x4321); out[5] = d.m; out[6] = sizeof(Behind);
  Padded p; (Tail &)p = Tail{}; out[7] = p.d; Tail t; t.c = 9; (Tail &)p = t; out[8] = p.d; out[9] = p.c; out[10] = sizeof(Padded);
}
