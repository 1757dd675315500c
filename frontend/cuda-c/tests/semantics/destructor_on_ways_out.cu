// [stmt.jump] 2 on every way out of a scope what it declared is destroyed, the last first; a returned value is computed before
// wrong: jumps-destroy-nothing; returns-destroy-nothing; returns-after-destroying; locals-die-in-order
struct S { long long *o; int v; __device__ S(long long *o, int v) : o(o), v(v) {} __device__ explicit operator bool() const { return v < 3; } __device__ ~S() { *o = *o * 10 + v; v = 9; } };
__device__ int early(long long *o, int x) { S a(o, 1); if (x == 1) return a.v; S b(o, 2); if (x == 2) { S c(o, 3); return b.v * 10 + c.v; } return a.v + b.v; }
__device__ const int &referred(long long *o, const int &r) { S a(o, 5); return r; }
__device__ S made(long long *o, int x) { S a(o, 6); if (x) return S(o, 7); S b(o, 8); return S(o, b.v - a.v); }
__device__ S named(long long *o, int x) { S unused(o, 4); S r(o, x); r.v++; return r; }
__device__ void nothing(long long *o, int x) { S a(o, 1); if (x) return; S b(o, 2); }
extern "C" __global__ void k(long long *out)
{
    int n = 1; long long &o = out[0];
    for (int x = 0; x < 3; x++) { o = 0; out[n++] = early(out, x); out[n++] = o; }
    o = 0; out[n++] = referred(out, 3); out[n++] = o;
    for (int x = 0; x < 2; x++) { o = 0; { S s = made(out, x); out[n++] = o; } out[n++] = o; o = 0; nothing(out, x); out[n++] = o; }
    o = 0; { S s = named(out, 2); out[n++] = o; } out[n++] = o;
    o = 0; for (int i = 0; i < 4; i++) { S a(out, i + 1); if (i == 1) continue; S b(out, 5); if (i == 2) break; } out[n++] = o;
    o = 0; int i = 0; again: { S a(out, 1); { S b(out, 2); if (i++ < 2) goto again; if (i == 3) goto end; } o = 0; end: S c(out, 3); } out[n++] = o;
    o = 0; switch (i) { case 3: { S a(out, 1); for (;;) { S b(out, 2); break; } break; } default: S(out, 4); } out[n++] = o;
    o = 0; i = 0; while (S s{out, i}) { i++; if (i == 2) continue; S t(out, 7); } out[n++] = o;
    o = 0; do { S s(out, i); if (i == 4) continue; S t(out, 8); } while (i++ < 5); out[n++] = o;
    o = 0; for (S s(out, 1); s.v < 3; s.v++) { S t(out, 5); if (s.v == 2) break; } out[n++] = o;
    o = 0; if (S s{out, 2}) S t(out, 4); else S u(out, 5); if (S s{out, 6}) o = 0; else S u(out, 7); out[n++] = o;
}
