// Inline PTX of several shapes beside __ldg.

static __device__ unsigned carry(unsigned long long a, unsigned long long b, unsigned *low, unsigned *high)
{
    unsigned out;
    asm("{\n\t"
        "add.cc.u32 %0, %3, %5;\n\t"
        "addc.cc.u32 %1, %4, %6;\n\t"
        "addc.u32 %2, 0, 0;\n\t"
        "}"
        : "=&r"(*low), "=&r"(*high), "=r"(out)
        : "r"((unsigned)a), "r"((unsigned)(a >> 32)), "r"((unsigned)b), "r"((unsigned)(b >> 32)));
    return out;
}

extern "C" __global__ void ptx_inside(const unsigned long long *__restrict__ a, const unsigned long long *__restrict__ b,
                                      const float *__restrict__ f, unsigned *out, float *floats, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long x = __ldg(&a[i]), y = __ldg(b + i);
    unsigned low, high, *o = out + 6 * i;
    o[2] = carry(x, y, &low, &high);
    o[0] = low;
    o[1] = high;
    unsigned field;
    asm("bfe.u32 %0, %1, %2, %3;" : "=r"(field) : "r"((unsigned)x), "n"(5), "r"(11));
    o[3] = field;
    asm volatile("mad.lo.u32 %0, %1, %1, %0;" : "+r"(field) : "r"((unsigned)y));
    o[4] = field;
    unsigned lane;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
    unsigned long long w;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(lane), "r"((unsigned)x));
    o[5] = (unsigned)w + (unsigned)(w >> 32);
    float g = __ldg(f + i), h;
    double d;
    asm("{ .reg .pred p; setp.gt.f32 p, %1, 0f00000000; selp.f32 %0, %1, 0fBF800000, p; }" : "=f"(h) : "f"(g));
    asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(h));
    floats[i] = (float)(d * 4);
    asm volatile("" ::: "memory");
}
