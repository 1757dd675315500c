// [GNU] `packed` before a class's name is one behind the class under `#pragma pack`: bit-fields keep what that lets them have
// wrong: packed-before-cuts-bit-fields
// host-only
struct Own { int i; char c; Own() = default; private: char p; };
#pragma pack(push, 2)
struct __attribute__((packed)) A { char c; int i : 9; };
struct __attribute__((packed)) B { unsigned long m : 12; };
#pragma pack(4)
struct __attribute__((packed)) C { unsigned char a : 5; signed char b; unsigned long long c; short d : 1; };
#pragma pack(16)
union __attribute__((packed)) U { unsigned short m : 3; Own o; };
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(A) * 100 + alignof(A); out[n++] = sizeof(B) * 100 + alignof(B);
    out[n++] = sizeof(C) * 100 + alignof(C); out[n++] = sizeof(U) * 100 + alignof(U);
    A a = {}; a.i = -7; out[n++] = a.i;
}
