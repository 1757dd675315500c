// Stores through chosen addresses: references that functions give back, of every width, of parts of objects, the same place in several arms.

struct Pair { short a; unsigned char b; float c; };
union Word { unsigned u; unsigned char bytes[4]; float f; };

static __device__ int &larger(int &a, int &b) { if (a > b) return a; return b; }
static __device__ const int &least(const int &a, const int &b, const int &c)
{
    const int &m = a < b ? a : b;
    return m < c ? m : c;
}
template <class T> static __device__ T *pick(T *a, T *b, T *c, int k)
{
    switch (k) {
    case 0: return a;
    case 1: return b;
    default: return c;
    }
}

extern "C" __global__ void run(int *o, float *f, int n)
{
    int x = n * 3, y = 40 - n, z = n - 9, at = 0;
    larger(x, y) -= 7;
    larger(x, z)++;
    o[at++] = x; o[at++] = y; o[at++] = z;
    larger(larger(x, y), z) = larger(y, z) * 5;
    o[at++] = x; o[at++] = y; o[at++] = z;
    o[at++] = least(x, y, z) - least(z, y, x) * 2 + least(y, y, y);
    for (int k = 0; k < 4; k++) {
        *pick(&x, &y, &x, k) += k * 11;
        *pick(&y, &y, &z, k ^ n) ^= x;
    }
    o[at++] = x; o[at++] = y; o[at++] = z;

    signed char s = -3, t = 100; unsigned char u = 250;
    *(n > 4 ? &s : &t) -= 126;
    (n & 2 ? s : t) = (n & 1 ? t : s) + 1;
    *pick(&u, &u, (unsigned char *)&s, n & 3) += 9;
    o[at++] = s; o[at++] = t; o[at++] = u;
    short h[3] = {1, -2, 3}, other[2] = {-30000, 30000};
    *(n == 5 ? h + 1 : other) = 77;
    *(n == 6 ? h + 2 : other + 1) += 5000;
    o[at++] = h[0] + h[1] * 10 + h[2] * 100; o[at++] = other[0]; o[at++] = other[1];
    long long big = 1LL << 40, wide = -5;
    *(n < 9 ? &big : &wide) |= 7;
    *(big > wide ? &wide : &big) -= 1LL << 33;
    o[at++] = (int)(big >> 20); o[at++] = (int)big; o[at++] = (int)(wide >> 30);

    Pair p = {1, 2, 3.5f}, q = {4, 5, -0.0f};
    Pair &r = n > 2 ? p : q;
    r.a += 100; r.b = (unsigned char)(r.b + 254); r.c *= -1.0f;
    (n > 7 ? p : q).c = -q.c;
    o[at++] = p.a; o[at++] = p.b; o[at++] = q.a; o[at++] = q.b;
    f[0] = p.c; f[1] = q.c;
    double d = 0.1, e = -2.5;
    *(n & 4 ? &d : &e) *= d;
    float g = 1.0f, nan = 0.0f;
    *(n != 5 ? &g : &nan) = 0.0f / nan;
    f[2] = (float)d; f[3] = (float)e; f[4] = g; f[5] = nan != nan ? 1.0f : nan;
    Word v = {0x01020304}, w; w.f = 1.5f;
    (n > 1 ? v : w).bytes[2] = 0xaa;
    (n > 6 ? v : w).u ^= 0x80000000u;
    (n == 5 ? &v : &w)->bytes[0]++;
    o[at++] = v.u; o[at++] = w.u;
    bool b = n > 3, c = false;
    (n > 100 ? b : c) = !b;
    (c ? b : c) = n;
    o[at++] = b * 2 + c;

    // One address escapes: its object stays in memory, and so does every store that may go there.
    int kept = 9, free = 8;
    int *escaped = &kept;
    asm volatile("{ .reg .u32 t; ld.u32 t, [%0]; add.u32 t, t, 1; st.u32 [%0], t; }" :: "l"(escaped) : "memory");
    *(n > 2 ? &kept : &free) *= 3;
    o[at++] = kept; o[at++] = free;
}
