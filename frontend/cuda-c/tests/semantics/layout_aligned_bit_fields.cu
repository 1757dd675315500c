// [GNU] an alignment of a bit-field holds where `#pragma pack` allows as much
// wrong: aligned-bit-fields-ignore-pack
// host-only
#pragma pack(push, 4)
struct A { char c; bool b : 1 __attribute__((aligned(8))); char d; };
struct B { char c; int b : 9 __attribute__((aligned(4))); char d; };
#pragma pack(pop)
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(A) * 100 + alignof(A); out[n++] = sizeof(B) * 100 + alignof(B);
    out[n++] = __builtin_offsetof(A, d); out[n++] = __builtin_offsetof(B, d);
}
