// [class.copy.assign] what is done to a base leaves alone what a derived class keeps in its padding
// wrong: copies-reach-padding
struct B { int a; char c; __device__ B() : a(1), c(2) {} };
struct D : B { char d; __device__ D() : d(7) {} };
struct E1 : D { char e = 9; };
struct BB { unsigned f : 3; unsigned g : 4; __device__ BB() : f(1), g(2) {} };
struct DD : BB { char h; __device__ DD() : h(5) {} };
struct Z { __device__ Z() {} }; struct DZ : Z { char c = 4; }; struct Z2 {}; struct DZ2 : Z2 { char c = 4; };
struct Y { Z z; char c; };
struct Q { private: int a; char b; public: __device__ void set(int x) { a = x; b = x; } __device__ int get() { return a + b; } };
struct DQ : Q { char c; };
extern "C" __global__ void k(long long *out) {
  D x; E1 e; B &r = e; B fresh; fresh.a = 11; r = fresh; out[0] = e.d; out[1] = e.e; out[2] = e.a;
  static_cast<D &>(e) = x; out[3] = e.e; out[4] = e.d; out[5] = sizeof(D); out[6] = sizeof(E1);
  DD q, q2; q2.h = 77; static_cast<BB &>(q2) = BB(); out[7] = q2.h; q2.f = 5; out[8] = q2.h; out[9] = sizeof(DD);
  D arr[2] = {x, x}; arr[1].d = 3; B &b1 = arr[0]; b1 = fresh; out[11] = arr[0].d; out[12] = arr[1].d;
  DZ dz, dz2; dz2.c = 8; static_cast<Z &>(dz2) = Z(); out[13] = dz2.c; dz2.c = 9; static_cast<Z &>(dz2) = dz;
  out[14] = dz2.c; DZ2 f, f2; f2.c = 8; static_cast<Z2 &>(f2) = Z2(); out[15] = f2.c; f2.c = 9;
  static_cast<Z2 &>(f2) = f; out[16] = f2.c; Y y, y2; y.c = 3; y2 = y; out[17] = y2.c; Z z1; Z z2 = z1; z2 = z1;
  out[18] = sizeof(Y); DQ dq; dq.c = 6; static_cast<Q &>(dq) = Q(); out[19] = dq.c; Q p; p.set(4);
  static_cast<Q &>(dq) = p; out[20] = dq.c; out[21] = dq.get(); out[22] = sizeof(DQ);
}
