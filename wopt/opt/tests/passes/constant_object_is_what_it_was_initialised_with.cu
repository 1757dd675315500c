// test pass=propagate
// check: 4 global 0 () =6:U4
// check: 4 global 4 () =4294967294:U4
// check: 4 global 8 () =254:U4
// check: F4 global 12 () =0x40200000:F4 #2.5
// check: 4 global 16 () =0:U4
// check: 4 global 20 () =4:U4
// check: 4 global 24 () =98:U4
__constant__ const int words[3] = {5, 6};
__device__ const signed char bytes[4] = {1, -2};
static __device__ const unsigned char unsigned_bytes[2] = {1, 254};
__device__ constexpr float floats[2] = {1.5f, 2.5f};
struct Pair { short a, b[2]; };
__device__ const Pair pairs[2][1] = {{{1, {2, 3}}}, {{4, {5, 6}}}};
__global__ void k(volatile int *o) {
  o[0] = words[1];
  o[1] = bytes[1];
  o[2] = unsigned_bytes[1];
  ((volatile float *)o)[3] = floats[1];
  o[4] = words[2];
  o[5] = pairs[1][0].a;
  o[6] = "abc"[1];
}
