// [GNU] `packed` behind a bit-field's width lets it begin at any bit, and `aligned` at so many bytes
// wrong: widths-end-bit-fields
struct A { int x : 3 __attribute__((packed)); int y : 30 __attribute__((packed)); };
struct B { int x : 3 __attribute__((packed)), y : 30 __attribute__((packed)), z : 7; };
struct C { int x : 3; int y : 30 __attribute__((packed)); char c; };
struct D { char c; int x : 3 __attribute__((aligned(8))); int y; };
struct E { char c : 5; int : 30 __attribute__((packed)); char d; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = sizeof(A); out[n++] = alignof(A); out[n++] = sizeof(B); out[n++] = alignof(B); out[n++] = sizeof(C);
    out[n++] = sizeof(D); out[n++] = alignof(D); out[n++] = sizeof(E);
    A a = {-3, 123456789}; a.x += 1; a.y -= 9; out[n++] = a.x; out[n++] = a.y;
    B b = {2, -400000000, 33}; b.y += b.x; out[n++] = b.x; out[n++] = b.y; out[n++] = b.z;
    C c = {1, -5, 'c'}; c.y *= 7; out[n++] = c.x; out[n++] = c.y; out[n++] = c.c;
    D d = {1, -2, 3}; d.x += d.y; out[n++] = d.x; out[n++] = d.c;
}
