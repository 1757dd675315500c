// [class.derived] objects of one empty class have different addresses, those in arrays too (Itanium C++ ABI 2.4)
// wrong: arrays-hold-no-empties
struct E0 {}; struct E1 {};
struct S1 { E0 a[3]; unsigned b : 2; };
struct S6 : E0, S1 { int z; };
struct S4 : E0, E1 { E0 a[2]; long q; };
struct S5 : E0 { E0 a[2]; };
struct N { E0 a[2][2]; };
struct S9 : E0 { N n; };
struct S10 : N, E0 {};
struct S11 : E1 { E0 a[2]; };
struct S12 : E0 { char c; S11 s[2]; E0 e; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(S6); out[n++] = sizeof(S5); out[n++] = sizeof(S9); out[n++] = sizeof(S10); out[n++] = sizeof(S11); out[n++] = sizeof(S12);
    out[n++] = __builtin_offsetof(S4, a); out[n++] = __builtin_offsetof(S5, a); out[n++] = __builtin_offsetof(S9, n); out[n++] = __builtin_offsetof(S12, s); out[n++] = __builtin_offsetof(S12, e);
    S6 s = {}; out[n++] = (char *)&s.z - (char *)&s;
}
