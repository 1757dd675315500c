// [dcl.init.ref] a reference to the type itself binds to the object; one to const of another type to a temporary
// wrong: references-bind-to-copies
struct B { int b; };
struct Dv : B { int d; };
__device__ int f(const int &x) { return x; }
__device__ int g(const double &x) { return x * 2; }
__device__ int g0;
__device__ int &gr = g0;
extern "C" __global__ void k(long long *out) {
  int i = 1; const int &a = i; const long long &b = i; i = 2; const short &c = 70000; int &r = i; r = 5; const int *p = &a; Dv d; d.b = 3; d.d = 4; B &base = d; const B &cb = d; base.b = 9; int arr[3] = {1, 2, 3}; int (&ra)[3] = arr; ra[1] = 8; int *q = arr; int *&rq = q; rq++; const int &t = i + 1; i = 50; gr = 6;
  out[0] = a; out[1] = b; out[2] = c; out[3] = r; out[4] = *p == i; out[5] = d.b; out[6] = cb.b;
  out[7] = &cb == &d; out[8] = arr[1]; out[9] = *q; out[10] = sizeof ra; out[11] = t; out[12] = f(2.9);
  out[13] = f('a'); out[14] = g(3); out[15] = &r == &i; out[16] = g0; out[17] = *&r;
}
