// [class.mem] `packed` behind a class leaves bases and members that are no plain data their alignment, and bit-fields what `#pragma pack` lets them have
// wrong: packed-behind-is-before
#define OFFSET(T, m) ((long long)(unsigned long long)&((T *)0)->m)
#define PACKED __attribute__((packed))
struct alignas(16) A { private: int v; };
struct alignas(8) A8 { private: int v; };
struct B { char q[12]; };
struct P : B, A { char m; } PACKED;
struct Q : A { char m; } PACKED;
struct S { A8 a; alignas(4) char m; } PACKED;
struct T { char c; A a; int i; } PACKED;
#pragma pack(push, 8)
union X { unsigned long m : 51; char c; } PACKED;
struct Y { int m : 17; } PACKED;
struct Z { int a : 17; int b : 10; char c; } PACKED;
#pragma pack(2)
union X2 { unsigned long m : 51; char c; } PACKED;
struct Y2 { int m : 17; } PACKED;
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(P); out[n++] = alignof(P); out[n++] = OFFSET(P, m);
    out[n++] = sizeof(Q); out[n++] = alignof(Q);
    out[n++] = sizeof(S); out[n++] = alignof(S); out[n++] = OFFSET(S, m);
    out[n++] = sizeof(T); out[n++] = alignof(T); out[n++] = OFFSET(T, a); out[n++] = OFFSET(T, i);
    out[n++] = sizeof(X); out[n++] = alignof(X); out[n++] = sizeof(Y); out[n++] = alignof(Y);
    out[n++] = sizeof(Z); out[n++] = alignof(Z);
    out[n++] = sizeof(X2); out[n++] = alignof(X2); out[n++] = sizeof(Y2); out[n++] = alignof(Y2);
    Z z = {-3, 5, 7}; z.a += 1; z.b -= 9; out[n++] = z.a; out[n++] = z.b; out[n++] = z.c;
}
