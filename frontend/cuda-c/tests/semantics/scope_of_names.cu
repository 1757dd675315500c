// [basic.scope.pdecl] a name is declared after its declarator, before its initialiser; inner names hide outer ones
// wrong: names-begin-after-initialiser
__device__ int x0() { return 1; }
enum { n = 5 };
struct T { int v; };
__device__ int T0(int T) { return T + 1; }
struct S { int x; __device__ S(int x) : x(x) {} __device__ int f(int S) { return S + x; } };
extern "C" __global__ void k(long long *out) {
  int a[n]; { const int n = 7; out[20] = n; { enum { m2 = n + 1, n = m2 }; out[21] = n; } } int T = 3; struct T t = {4}; { struct T { char c; }; out[22] = sizeof(struct T); } S s(6); int S = 8; struct S u(9); for (int S = 0; S < 2; S++) out[23] += S; if (int n = 2) out[24] = n; else out[25] = n;
  long long w = 9; { char w = sizeof(w); out[26] = w; } out[27] = w;
  out[0] = sizeof a; out[1] = T; out[2] = t.v; out[3] = T0(1); out[4] = s.f(1); out[5] = S; out[6] = u.x;
  out[7] = sizeof(struct T); out[8] = x0();
  int x0 = 4;
  out[9] = x0; out[10] = ::x0();
}
