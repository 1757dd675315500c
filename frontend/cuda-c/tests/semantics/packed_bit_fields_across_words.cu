// [class.bit] bit-fields of a packed structure follow one another bit by bit
// wrong:
// absent: E0024
struct __attribute__((packed)) G { unsigned a : 3; unsigned b : 30; char c; };
extern "C" __global__ void k(long long *out) {
  G g = {5, 1000000, 7};
  out[0] = sizeof(G); out[1] = g.a; out[2] = g.b; out[3] = g.c;
  g.b = 0x3fffffff; g.a = 2;
  out[4] = g.a; out[5] = g.b; out[6] = g.c;
}
