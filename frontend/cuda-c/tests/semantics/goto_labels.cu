// [stmt.goto] goto into and out of blocks and loops; labels are names of their own
// wrong: goto-finds-first
__device__ int f(int x) { int r = 0; again: r++; if (r < x) goto again; { if (x == 2) goto out; r += 10; } out: return r; }
__device__ int g(int x) { int i = 0, s = 0; if (x) goto middle; for (i = 0; i < 3; i++) { s += 1; middle: s += 10; } return s; }
__device__ int h(int x) { int y = x; x: if (--y > 0) { x += 2; goto x; } return x; }
__device__ int n() { int c = 0; for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) { c++; if (i * j == 2) goto done; } done: return c; }
extern "C" __global__ void k(long long *out) {
  out[0] = f(1); out[1] = f(2); out[2] = f(3); out[3] = g(0); out[4] = g(1); out[5] = h(3); out[6] = n();
}
