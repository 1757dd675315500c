// [expr.cond] `c ? a : b` of two bit-fields is one of them
// wrong: conditional-is-value
// device-only
struct S { int a : 5; unsigned b : 7; unsigned c : 32; long long d : 40; bool e : 1; };
struct M { int a : 8; int j : 8; int k : 16; int l : 32; };
__device__ int tr;
__device__ int t(int v) { tr = tr * 10 + v; return v; }
__device__ S &of(S &s, int v) { t(v); return s; }
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s{-3, 1, 5, 77, false};
    bool z = s.a < 0;
    (z ? s.a : s.a) = 40; out[n++] = s.a;
    ++(z ? s.b : s.c); out[n++] = s.b; out[n++] = s.c;
    ++(!z ? s.b : s.c); out[n++] = s.b; out[n++] = s.c;
    out[n++] = (!z ? s.b : s.c)--; out[n++] = s.b; out[n++] = s.c;
    (z ? s.b : s.c) += 1000; out[n++] = s.b; out[n++] = s.c;
    (!z ? s.b : s.c) <<= 2; out[n++] = s.b; out[n++] = s.c;
    int i = 0, w = 9;
    (i++ ? s.a : w) = i; out[n++] = i; out[n++] = w; out[n++] = s.a;
    (i-- ? s.a : w) = i + 2; out[n++] = i; out[n++] = w; out[n++] = s.a;
    (t(1) ? of(s, 2).a : of(s, 3).a) = t(4); out[n++] = tr; out[n++] = s.a;
    ((z ? s.b : s.c) = 300) += 7; out[n++] = s.b; out[n++] = s.c;
    (t(0), z ? s.a : w) = 6; out[n++] = s.a; out[n++] = w;
    (z ? w : i ? s.a : w) = 5; out[n++] = w; out[n++] = s.a;
    out[n++] = ((z ? s.b : s.c) = 511); out[n++] = (!z ? s.e : s.e) = 3;
    const int &r = z ? s.a : w; s.a = 1; w = 2; out[n++] = r == 1 || r == 2;
    unsigned u = 7; S q{0, 5, 6, 0, true};
    (z ? q.b : u) -= q.b + 8; out[n++] = q.b; out[n++] = u;
    M m{-1, -1, -1, -1};
    (z ? m.a : m.k) = 107; out[n++] = m.a; out[n++] = m.j; out[n++] = m.k;
    (z ? m.l : w) = 1 << 30; out[n++] = m.l; out[n++] = m.k;
    volatile M v{1, 2, 3, 4};
    (z ? v.j : v.k) = 6; out[n++] = v.a; out[n++] = v.j; out[n++] = v.k;
}
