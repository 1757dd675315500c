// [expr.ass] the right operand of an assignment is done before the left one is read, be it only in an arm of ?:, && or ||
// wrong: left-of-assignment-first
struct S { int a : 5; int b; };
extern "C" __global__ void k(long long *out)
{
    int n = 0, c = out[0] == 1;
    unsigned a[8], u = c;
    for (int i = 0; i < 8; i++) a[i] = i + 10;
    a[u & 7] += c ? 5 : a[u & 7] >>= 1; out[n++] = a[0];
    int x = 5; x += c ? 3 : x++; out[n++] = x;
    x = 3; x += c || (x = 10); out[n++] = x;
    x = 3; x -= !c && x++; out[n++] = x;
    x = 2; x *= c ? 1 : c ? 2 : (x = 7, x + 1); out[n++] = x;
    x = 2; x += 1 + (c ? 1 : x++) * 2; out[n++] = x;
    x = 6; x <<= c ? 1 : x - (x = 2) + 1; out[n++] = x > 0;
    long long l = 4; l *= c ? 1 : (l = 9); out[n++] = l;
    S s{1, 2}; s.a += c ? 1 : (s.a = 4); out[n++] = s.a; s.b <<= c ? 1 : s.b--; out[n++] = s.b;
    s.a = c ? 1 : (s.b = 9, s.a = 3, 7); out[n++] = s.a; out[n++] = s.b;
    float f = 2; f += c ? 1.f : (f = 8); out[n++] = f; f -= c || (f = 3); out[n++] = f;
    int *p = &x; x = 1; *p += c ? 1 : (x = 20); out[n++] = x;
    unsigned *q = a + 3; *q++ += c ? 1 : (q = a + 5, 2); out[n++] = a[3]; out[n++] = a[5]; out[n++] = q - a;
    q = a; q += c ? 1 : (q = a + 2, 3); out[n++] = q - a; q -= c || (q = a + 7); out[n++] = q - a;
    int i = 1; int b[4] = {}; b[i] = c ? 1 : (i = 3); out[n++] = b[1]; out[n++] = b[3];
    i = 0; b[i] += c ? 1 : (i = 2, 5); out[n++] = b[0]; out[n++] = b[2];
    i = 5; i = (c ? 1 : (i = 7)) + i; out[n++] = i;
    volatile int v = 3; v += c ? 1 : (v = 8); out[n++] = v;
    double d = 1; d += d * (c ? 1 : (d = 4)); out[n++] = d > 0;
    x = 4; x += (c ? x : x++) , out[n++] = x;
}
