// [GNU] under `#pragma pack` a class ends where the data of its bases does (Itanium C++ ABI 2.4)
// wrong: pack-keeps-base-padding
struct M { __device__ M(const M &) {} __device__ M() {} };
struct A { M m; } __attribute__((aligned(16)));
struct E { __device__ E() {} };
#pragma pack(push, 1)
struct X : E, A {};
struct Y : A {};
struct Z : A { char c; };
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(X); out[n++] = sizeof(Y); out[n++] = sizeof(Z);
    Z z; z.c = 5; out[n++] = (char *)&z.c - (char *)&z; out[n++] = z.c;
}
