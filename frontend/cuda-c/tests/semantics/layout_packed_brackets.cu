// [GNU] [[gnu::packed]] before a class's name leaves what is no plain data its alignment, and bit-fields what `#pragma pack` lets them have
// wrong: packed-brackets-are-before
struct A { private: int v; };
struct [[gnu::packed]] B { char c; A m; int i; };
union [[gnu::packed]] U { A m; char c; };
#pragma pack(push, 2)
struct [[gnu::packed]] P2 { unsigned long m : 12; };
#pragma pack(4)
struct [[gnu::packed]] P4 { long m : 24; };
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(B); out[n++] = alignof(B); out[n++] = sizeof(U); out[n++] = alignof(U);
    out[n++] = sizeof(P2); out[n++] = alignof(P2); out[n++] = sizeof(P4); out[n++] = alignof(P4);
    P4 p = {-5}; p.m += 3; out[n++] = p.m;
}
