// [class.dtor] destructors run at the end of scope, in the reverse order of construction, and for temporaries
// wrong: destructors-leave-members; members-die-in-order; locals-die-in-order; jumps-destroy-nothing; returns-destroy-nothing; temporaries-are-left; references-keep-nothing
struct S { int *t; int v; __device__ S(int *p, int x) : t(p), v(x) {} __device__ ~S() { *t = *t * 10 + v; } };
struct H { S a, b; __device__ H(int *p) : a(p, 1), b(p, 2) {} __device__ ~H() { *a.t = *a.t * 10 + 3; } };
struct B : S { __device__ B(int *p) : S(p, 4) {} __device__ ~B() { *t = *t * 10 + 5; } };
__device__ int early(int *p, int x) { S s(p, 6); if (x) return 1; S r(p, 7); return 2; }
extern "C" __global__ void k(long long *out) {
  int t = 0; { S a(&t, 1), b(&t, 2); } out[10] = t; t = 0; { H h(&t); } out[11] = t; t = 0; { B b(&t); } out[12] = t; t = 0; early(&t, 1); early(&t, 0); out[13] = t; t = 0; S(&t, 8).v; t = t * 10 + 9; out[14] = t; t = 0; for (int i = 1; i < 4; i++) { S s(&t, i); if (i == 2) continue; t = t * 10; } out[15] = t; t = 0; { const S &r = S(&t, 3); t = 1; } out[16] = t;
  out[0] = 1;
}
