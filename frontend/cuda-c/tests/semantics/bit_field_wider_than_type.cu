// [class.bit] a bit-field may be wider than its type: what is past the type's bits is padding
// wrong: wide-bit-fields-end-early
struct S {
    int a : 40;
    int b : 3;
    unsigned char c : 20;
    char d;
};

extern "C" __global__ void k(long long *out)
{
    S s;
    s.a = -5;
    s.b = 3;
    s.c = 300;
    s.d = 7;
    out[0] = sizeof s;
    out[1] = s.a;
    out[2] = s.b;
    out[3] = s.c;
    out[4] = s.d;
    out[5] = (char *)&s.d - (char *)&s;
}
