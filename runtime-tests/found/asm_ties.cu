// A digit ties an input to an output: the output's register holds it when the text begins, and both names are that register's,
// as clang has it; NVRTC takes no ties. The input was once copied nowhere.
template <class T> __device__ T same(T x)
{
    T r;
    asm("" : "=r"(r) : "0"(x));
    return r;
}

extern "C" __global__ void k(int *out, int n, double d)
{
    int a, b, c = 30, x = n + 1;
    short h;
    long l;
    float f;
    double e;
    int *p;
    unsigned u = 0;
    asm("" : "=r"(a) : "0"(5));
    out[0] = a;
    asm("add.s32 %0, %0, 1;" : "=r"(a) : "0"(x));
    out[1] = a;
    asm volatile("" : "=r"(a) : "0"(x + 2));
    out[2] = a;
    // The text reads the input by its own number, which is the output's register.
    asm("mov.u32 %0, %1;" : "=r"(a) : "0"(x));
    out[3] = a;
    asm("add.s32 %0, %0, 1; add.s32 %0, %0, %1;" : "=r"(a) : "0"(n));
    out[4] = a;
    out[5] = n;
    // Crossed ties, beside an output that is read too and inputs that are not tied.
    asm("add.s32 %0, %0, %2; sub.s32 %1, %1, %5; add.s32 %2, %2, 1;"
        : "=r"(a), "=r"(b), "+r"(c) : "1"(100), "0"(n), "r"(3));
    out[6] = a;
    out[7] = b;
    out[8] = c;
    asm("add.s16 %0, %0, 1;" : "=h"(h) : "0"((short)-3));
    out[9] = h;
    asm("add.s64 %0, %0, %0;" : "=l"(l) : "0"((long)n << 32));
    out[10] = (int)(l >> 32);
    asm("add.f32 %0, %0, %0;" : "=f"(f) : "0"(1.25f));
    out[11] = (int)(f * 4);
    asm("add.f64 %0, %0, %0;" : "=d"(e) : "0"(d));
    out[12] = (int)(e * 8);
    asm("add.s64 %0, %0, %2;" : "=l"(p) : "0"(out), "n"(4));
    out[13] = (int)(p - out);
    asm("add.s32 %[r], %[r], %[by];" : [r] "=r"(a) : [x] "0"(n), [by] "n"(8));
    out[14] = a;
    asm("mul.lo.s32 %[r], %[x], %[x];" : [r] "=r"(a) : [x] "0"(n));
    out[15] = a;
    out[16] = same(n) + same(-x);
    // The input's variable stays what it was, and so does an output's that is its own input.
    asm("add.s32 %0, %0, 1;" : "=&r"(x) : "0"(x));
    out[17] = x;
    // A signed value in an unsigned output, in a loop and under a condition.
    for (int i = 0; i < 3; i++)
        if (i != 1)
            asm volatile("add.u32 %0, %0, 7;" : "=r"(u) : "0"(i - n));
    out[18] = (int)u;
    asm("{ .reg .pred q; setp.gt.s32 q, %0, 5; @q add.s32 %0, %0, %2; @!q mov.u32 %0, 0; }" : "=r"(a) : "0"(n), "n"(100));
    out[19] = a;
}
