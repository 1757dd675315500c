// [class.temporary] 4 temporaries are destroyed at the end of the full-expression, the last first, and only those that were made
// wrong: temporaries-are-left; temporaries-die-in-order; unmade-temporaries-die; references-keep-nothing
struct S { long long *o; int v; __device__ S(long long *o, int v) : o(o), v(v) {} __device__ S(const S &s) : o(s.o), v(s.v + 4) {} __device__ int get() const { return v; } __device__ const S &self() const { return *this; } __device__ ~S() { *o = *o * 10 + v; v = 9; } };
struct P { S s; int x; };
struct R { S s; int a[2]; __device__ R(long long *o) : s(o, 3), a{1, 2} {} __device__ const int *begin() const { return a; } __device__ const int *end() const { return a + 2; } };
__device__ S make(long long *o, int v) { return S(o, v); }
__device__ int two(const S &a, const S &b) { return a.v * 10 + b.v; }
__device__ int value(S s) { return s.v; }
__device__ int given(int x, const S &s) { return x + s.v; }
extern "C" __global__ void k(long long *out)
{
    int n = 1; long long &o = out[0];
    o = 0; S(out, 1); make(out, 2); (void)S(out, 3); S(out, 4).get(), o = o * 10; out[n++] = o;
    o = 0; out[n++] = two(S(out, 1), make(out, 2)) + int(o); out[n++] = o;
    o = 0; int q = given(S(out, 1).get() + make(out, 2).v, S(out, 3).self()); out[n++] = q; out[n++] = o;
    o = 0; { const S &r = make(out, 1); S &&m = S(out, 2); const int &i = P{S(out, 3), 4}.x; const S &l = S(out, 5).self(); out[n++] = r.v + m.v + i; out[n++] = o; } out[n++] = o;
    o = 0; { S a(out, 1); out[n++] = value(a); out[n++] = o; out[n++] = value(make(out, 2)); out[n++] = o; } out[n++] = o;
    for (int i = 0; i < 3; i++) {
        o = 0; int x = i == 1 ? S(out, 1).get() : i ? S(out, 2).get() : 7; out[n++] = x; out[n++] = o;
        o = 0; bool b = i && S(out, i).get() == 1 || S(out, 3).get() == i; out[n++] = b; out[n++] = o;
        o = 0; if (i == 0 || two(S(out, 4), i == 1 ? S(out, 5) : S(out, 6)) == 46) o = o * 10 + 8; out[n++] = o;
    }
    o = 0; int w = 0; while (S(out, w + 1).get() < 3) w++; for (int i = 0; S(out, 4).get() + i < 5; i += S(out, 5).get()) o = o * 10; do w--; while (S(out, 6).get() == w); switch (S(out, 7).get()) { case 7: o = o * 10; } out[n++] = o;
    o = 0; for (int x : R(out)) o = o * 10 + x; out[n++] = o;
    o = 0; { P p = {make(out, 1), S(out, 2).get()}; out[n++] = o; S c = w ? S(out, 5) : make(out, 6); S d = p.s; } out[n++] = o;
}
