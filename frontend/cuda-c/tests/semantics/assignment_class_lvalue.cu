// [expr.ass] the result of assigning a class object is that object
// wrong: class-assignment-copies
struct B { int a[3]; int n; };
__device__ void grow(B &b) { b.n += 100; }
struct U { int v; __device__ U &operator=(int x) { v = x; return *this; } __device__ U &operator+=(int x) { v += x; return *this; } };
extern "C" __global__ void k(long long *out) {
  B b = {{1, 2, 3}, 4}, c = {{5, 6, 7}, 8}, d = {}; int i = 1;
  (b = c).a[i] = 40; grow(d = c); B &r = b = c; r.n = 9; (d = b).n++;
  out[0] = b.a[0]; out[1] = b.a[1]; out[2] = b.n; out[3] = c.a[1]; out[4] = d.n; out[5] = d.a[1];
  (b = c).a[2] = 77; B e = (b = d);
  out[6] = b.a[2]; out[7] = e.n; out[8] = (b = c).a[i];
  U u; (u = 4) += 5; (u += 1) = 3; ((u = 7) += 1).v *= 2;
  out[9] = u.v;
}
