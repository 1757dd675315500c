// [over.match.conv] an explicit conversion function is for its own type alone, and leaves the others in place
// wrong: explicit-is-implicit
struct B { int v; __device__ operator long long() const { return v + 100; } };
struct S : B { __device__ S(int x) : B{x} {} __device__ explicit operator unsigned long long() const { return v + 200; } };
struct Q { int *p; __device__ explicit operator int *() const { return p; } __device__ operator short() const { return 7; } };
extern "C" __global__ void k(long long *out) {
  S s(0); s.v = -100;
  out[0] = s ? 1 : 2; out[1] = (int)s; out[2] = (unsigned long long)s; out[3] = static_cast<float>(s); int z{int(s)};
  out[4] = z; out[5] = !s; out[6] = s && true; long long w(s); out[7] = w; out[8] = bool(s);
  int t = 5; Q q = {&t}; const int *p = static_cast<const int *>(q); out[9] = *p; out[10] = q ? 3 : 4; out[11] = int(q);
}
