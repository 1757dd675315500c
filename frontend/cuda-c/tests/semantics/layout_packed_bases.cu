// [class.derived] a packed class has room for its bases with their padding, which its members may lie in (Itanium C++ ABI 2.4)
// wrong: packed-bases-are-cut
struct X { long long a; char c; __device__ X() {} };
struct __attribute__((packed)) Y : X {};
struct __attribute__((packed)) Z : X { char d; };
struct X2 { int a; char b; private: char c; };
struct __attribute__((packed)) Q : X2 {};
struct D : Y { char e; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(Y); out[n++] = sizeof(Z); out[n++] = sizeof(Q); out[n++] = sizeof(D);
    Z z; out[n++] = &z.d - (char *)&z;
    D d; out[n++] = &d.e - (char *)&d;
}
