// [class.dtor] 9 after its body a destructor destroys the members in reverse order, then the bases in reverse order; elements and variables go from the last to the first
// wrong: destructors-leave-members; members-die-in-order; bases-die-first; elements-die-in-order; locals-die-in-order
struct S { long long *o; int v; __device__ S(long long *o, int v) : o(o), v(v) {} __device__ ~S() { *o = *o * 10 + v; v = 0; } };
struct L { long long *o; int v; __device__ ~L() { *o = *o * 10 + v; } };
struct B : S { __device__ B(long long *o) : S(o, 1) {} };
struct C : S { __device__ C(long long *o) : S(o, 2) {} };
struct D : B, C { S a, b; __device__ D(long long *o) : B(o), C(o), a(o, 3), b(o, 4) {} __device__ ~D() { if (a.v == 3) { S s(a.o, 6); return; } *a.o = 0; } };
struct E { int n; S a[3]; __device__ E(long long *o) : n(0), a{{o, 1}, {o, 2}, {o, 3}} {} };
struct Q { E e; S s; __device__ Q(long long *o) : e(o), s(o, 9) {} };
struct T { S s; int x; ~T() = default; };
union U { int a; float b; ~U() = default; };
extern "C" __global__ void k(long long *out)
{
    int n = 1; long long &o = out[0];
    o = 0; { D d(out); } out[n++] = o;
    o = 0; { E e(out); S s(out, 7); } out[n++] = o;
    o = 0; { Q q(out); } out[n++] = o;
    o = 0; { S a[2][2] = {{{out, 1}, {out, 2}}, {{out, 3}, {out, 4}}}; S b(out, 5); const S c(out, 6); } out[n++] = o;
    o = 0; { L a[3]; for (int i = 0; i < 3; i++) { a[i].o = out; a[i].v = i + 1; } L b = {out, 4}; L c = b; c.v = 5; b = c; } out[n++] = o;
    o = 0; { T t{{out, 3}, 4}; T u{{out, 5}, 6}; U w; w.a = 1; } out[n++] = o;
    o = 0; { S s(out, 1); auto f = [t = S(out, 2), &s] { S u(s.o, 3); return t.v * u.v; }; out[n++] = f(); } out[n++] = o;
    out[n++] = __has_trivial_destructor(T) * 2 + __has_trivial_destructor(U);
}
