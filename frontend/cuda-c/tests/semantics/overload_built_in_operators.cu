// [over.built] a class operand is converted where no operator of its own fits
// wrong: explicit-converts-operands
struct I { int v; __device__ operator int() const { return v; } };
struct L { long long v; __device__ L(long long x) : v(x) {} __device__ operator long long() const { return v; } };
struct P { int *p; __device__ operator int *() const { return p; } };
struct X { int v; __device__ explicit operator long long() const { return v + 1; } __device__ operator int() const { return v; } };
struct R { int v; __device__ operator int &() { return v; } };
enum E { e = 4 };
extern "C" __global__ void k(long long *out) {
  I i = {7}; L l(1ll << 40); int a[3] = {1, 2, 3}; P p = {a}; R r = {5};
  out[0] = i + 1; out[1] = 2 * i; out[2] = i % 4; out[3] = i << 1; out[4] = i > 6; out[5] = l + 1;
  out[6] = l >> 38; out[7] = i + l > 5; out[8] = p[1]; out[9] = *p; out[10] = *(p + 2); out[11] = p - a;
  out[12] = p == a; out[13] = ~i; out[14] = !i; out[15] = -i; out[16] = i && false; out[17] = i ? 1 : 2;
  out[18] = a[I{2}];
  r += 2; r++; static_cast<int &>(r) = r * 2;
  out[19] = r; out[20] = e + i; out[21] = sizeof(+i); X x = {6}; out[22] = x + 1; out[23] = sizeof(x * 1);
  switch (i) { case 7: out[40] = 1; break; default: out[40] = 2; }
  for (int k = 0; k < i; k++) out[41] += k;
}
