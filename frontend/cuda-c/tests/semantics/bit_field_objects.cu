// [class.bit] a bit-field stays one through a comma, an assignment and ++
// wrong: bit-fields-straddle
struct S { int a : 5; unsigned b : 7; unsigned c : 32; long long d : 40; bool e : 1; };
#pragma pack(1)
struct P { char x; int y; short z; };
#pragma pack()
struct M { int a : 8; int j : 8; int k : 16; int l : 32; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    S s{-3, 100, 5, 77, false};
    (0, s.b) = 130; out[n++] = s.b; out[n++] = s.a; out[n++] = s.c;
    (s.b += 3) *= 2; out[n++] = s.b;
    (s.a = 14) += 3; out[n++] = s.a;
    ++(s.a = 15); out[n++] = s.a;
    (++s.b) = 200; out[n++] = s.b;
    (0, (s.d = -1)) -= 5; out[n++] = s.d; out[n++] = s.c;
    out[n++] = (0, s.b)++; out[n++] = s.b;
    P p{1, 2, 3};
    (0, p.y) = 70000; (p.y += 5) *= 2; out[n++] = p.y; out[n++] = p.x; out[n++] = p.z;
    M m{-1, -1, -1, -1};
    volatile M v{1, 2, 3, 4};
}
