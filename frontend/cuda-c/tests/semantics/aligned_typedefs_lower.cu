// [GNU] a typedef's alignment may be less than its type's, of members and bit-fields too, and is another one's own
// wrong: alignments-only-rise
typedef int T1 __attribute__((aligned(1)));
typedef int T8 __attribute__((aligned(8)));
typedef T8 T4 __attribute__((aligned(4)));
typedef T8 T;
typedef struct S { int a; } S1 __attribute__((aligned(1)));
struct A { char c; T1 x; short s; T1 y[2]; };
struct B { char c; S1 x; };
struct C { char c; T1 x __attribute__((aligned(2))); };
struct D { char c; T1 x : 3; T1 y : 20; };
struct E { char c; T1 x : 31; };
struct F { char c; T1 : 0; char d; };
struct __attribute__((packed)) G { char c; T8 x; };
#pragma pack(push, 2)
struct H { char c; T1 x; T8 y; };
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    T1 v; T4 w; T u; S1 s; T1 a[3]; T8 v4 __attribute__((aligned(4)));
    out[n++] = alignof(T1); out[n++] = alignof(T4); out[n++] = alignof(T);
    out[n++] = alignof(v); out[n++] = alignof(w); out[n++] = alignof(u); out[n++] = alignof(s); out[n++] = alignof(a); out[n++] = alignof(v4);
    out[n++] = sizeof(A); out[n++] = alignof(A); out[n++] = sizeof(B); out[n++] = sizeof(C); out[n++] = alignof(C); out[n++] = sizeof(D);
    out[n++] = sizeof(E); out[n++] = alignof(E); out[n++] = sizeof(F); out[n++] = sizeof(G); out[n++] = sizeof(H); out[n++] = alignof(H);
    A x = {1, -2, 3, {-4, 5}}; x.x *= x.y[0]; x.y[1] += x.s; out[n++] = x.x; out[n++] = x.y[1]; out[n++] = x.c;
    E e = {1, -100000}; e.x += e.c; out[n++] = e.x; D d = {1, -2, 70000}; d.y += d.x; out[n++] = d.y; out[n++] = d.x; out[n++] = d.c;
}
