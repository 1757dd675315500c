// [over.ics.rank] the nearer base wins, for pointers, references and values; any base beats void *
// wrong: bases-rank-alike
struct A { int a; };
struct B : A { int b; };
struct C : B { int c; };
struct Dv : C { int d; };
__device__ int f(A *) { return 1; }
__device__ int f(B *) { return 2; }
__device__ int g(A &) { return 3; }
__device__ int g(const B &) { return 4; }
__device__ int h(A) { return 5; }
__device__ int h(B) { return 6; }
__device__ int v(void *) { return 7; }
__device__ int v(A *) { return 8; }
__device__ int r(const A &) { return 9; }
__device__ int r(const C &) { return 10; }
__device__ int b(bool) { return 11; }
__device__ int b(A *) { return 12; }
extern "C" __global__ void k(long long *out) {
  A a = A(); B b2 = B(); C c = C(); Dv d = Dv(); const C cc = C();
  out[0] = f(&a); out[1] = f(&b2); out[2] = f(&c); out[3] = f(&d); out[4] = g(a); out[5] = g(c); out[6] = h(a);
  out[7] = h(c); out[8] = h(d); out[9] = v(&d); out[10] = v(&a); out[11] = r(b2); out[12] = r(d);
  out[13] = r(cc); out[14] = b(&d); out[15] = r(C()); out[16] = r(static_cast<B &>(d));
  out[17] = f(static_cast<A *>(&d)); out[18] = f(true ? &b2 : &c);
}
