// [GNU] a typedef's alignment is its objects', and not that of pointers and references to them
// wrong: pointers-are-aligned
typedef int I16 __attribute__((aligned(16)));
typedef I16 *P;
struct A0 { char a; I16 i; char z; };
struct A1 { char a; I16 *p; char z; };
struct A2 { char a; P p; char z; };
struct A3 { char a; I16 &r; char z; };
struct A4 { char a; I16 **p; };
struct A5 { char a; I16 *p[2]; char z; };
struct A6 { char a; const I16 c; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(A0); out[n++] = sizeof(A1); out[n++] = sizeof(A2); out[n++] = sizeof(A3); out[n++] = sizeof(A4); out[n++] = sizeof(A5); out[n++] = sizeof(A6);
    out[n++] = alignof(A0); out[n++] = alignof(A1); out[n++] = alignof(A3); out[n++] = alignof(I16); out[n++] = alignof(P); out[n++] = alignof(I16 *);
}
