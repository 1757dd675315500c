// [expr.static.cast] a cast to a reference of another type refers to what a conversion gives, not to the bytes
// wrong: reference-casts-view
struct A { int a, b; };
struct B { int s; __device__ B(const A &x) : s(x.a * 10 + x.b) {} };
struct C { int v, w; __device__ operator int &() { return w; } __device__ operator A() const { return {v, w}; } };
__device__ int f(const B &b) { return b.s; }
extern "C" __global__ void k(long long *out) {
  A a = {3, 4}; C c = {5, 6}; float x = 2.5f; long long y = -1; int z = 7;
  out[0] = f(static_cast<const B &>(a)); out[1] = static_cast<const int &>(x); out[2] = static_cast<const float &>(z) * 2;
  out[3] = static_cast<const long long &>(z); out[4] = static_cast<short &&>(z); out[5] = (const unsigned char &)y;
  out[6] = (int &)c; static_cast<int &>(c) = 9; out[7] = c.w; out[8] = static_cast<const A &>(c).b; (int &)c += 1;
  out[9] = c.w; out[10] = c.v; out[11] = static_cast<A &&>(c).a; out[12] = (int &)x == 0x40200000;
}
