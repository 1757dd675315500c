// [basic.scope.pdecl] 1, [basic.scope.hiding] 2 a class is meant by its name until something else of that name is declared
// wrong: names-from-below
struct x { char q[1]; }; __device__ int f() { return sizeof(x); } static constexpr char x[15] = {};
namespace N { struct y { char q[1]; }; } __device__ int g() { return sizeof(N::y); } namespace N { __device__ char y[15] = {}; }
struct z { char q; }; template<class T> __device__ int h() { return 1; } template<int N> __device__ int h() { return 2; } __device__ int f2() { return h<z>(); } constexpr int z = 3;
struct a { char c[3]; }; __device__ int f3() { return sizeof(a[2]); } __device__ char a[8];
struct b { alignas(8) char q; }; __device__ int f4() { return alignof(b); } __device__ int b;
struct c { char q; }; template<class T> struct Q { char arr[sizeof(c)]; int m = sizeof(c); static __device__ int f() { return sizeof(c); } }; __device__ char c[15];
enum d : signed char { e }; __device__ int f5() { return (d)-1; } __device__ int d = 30;
struct i { char q; }; struct B { i m; i *q; }; __device__ int f6() { i *p = 0; return p == 0; } __device__ int i = 3;
struct j { static const int k = 4; int v; }; __device__ int f7() { j w{5}; return j::k + w.v + j{6}.v; } __device__ int j(int) { return 7; }
__device__ int f8() { return sizeof(x) + sizeof(struct x); }
namespace M { __device__ int f9() { return sizeof(x); } struct l { char c[2]; }; __device__ int f10() { return sizeof(l); } __device__ int l(int) { return 1; } __device__ int f11() { return l(1); } }
extern "C" __global__ void k(long long *out) { int n = 0; out[n++] = f(); out[n++] = g(); out[n++] = f2(); out[n++] = f3(); out[n++] = f4(); out[n++] = sizeof(Q<int>); Q<int> q; out[n++] = q.m; out[n++] = q.f(); out[n++] = f5(); out[n++] = f6(); out[n++] = f7(); out[n++] = f8(); out[n++] = M::f9(); out[n++] = M::f10(); out[n++] = M::f11(); out[n++] = d; out[n++] = i; }
