// [class.access.base] an object does not become a base that it has twice, be the base's member named by using or not
// wrong: used-members-need-no-base
struct B0 { int v = 1; static const int c = 4; enum { E = 5 }; };
struct B1 : B0 {};
struct B2 : B0 {};
struct D1 : B1, B2 { using B1::v; using B1::c; using B1::E; };
struct D2 : B1 { using B1::v; };
template <class T> __device__ auto has(T &t, int) -> decltype(t.v, char());
template <class T> __device__ long long has(T &t, long);
extern "C" __global__ void k(long long *out) {
  D1 d;
  D2 e;
  out[0] = sizeof has(d, 0);
  out[1] = sizeof has(e, 0);
  out[2] = e.v;
  out[3] = D1::c + D1::E;
}
