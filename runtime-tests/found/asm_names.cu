// Inline PTX that names things of the file which nothing else names, some of them declared behind it.
__shared__ int buffer[32];

extern "C" __device__ int next(int x);

extern "C" __global__ void k(int *out, int scale)
{
    int late, hidden, fixed, through, called, own, chosen;
    asm volatile("ld.global.u32 %0, [late];" : "=r"(late));
    asm volatile("ld.global.u32 %0, [hidden];" : "=r"(hidden));
    asm volatile("ld.const.u32 %0, [fixed+4];" : "=r"(fixed));
    asm volatile("st.shared.u32 [buffer+8], %1; ld.shared.u32 %0, [buffer+8];" : "=r"(through) : "r"(17) : "memory");
    asm volatile("{ .param .b32 a; .param .b32 r; st.param.b32 [a], %1; call.uni (r), next, (a); ld.param.b32 %0, [r]; }"
                 : "=r"(called)
                 : "r"(scale));
    asm volatile("ld.param.u32 %0, [k_param_1];" : "=r"(own));
    for (int i = 0; i < 2; i++)
        asm volatile("{ .reg .pred p; setp.eq.s32 p, %[i], 0; mov.u32 %[to], 5; @p bra L%=; mov.u32 %[to], 6; L%=: }"
                     : [to] "=r"(chosen)
                     : [i] "r"(i));
    out[0] = late;
    out[1] = hidden;
    out[2] = fixed;
    out[3] = through;
    out[4] = called;
    out[5] = own;
    out[6] = chosen;
}

extern "C" __device__ int late = 11;
static __device__ int hidden = 12;
extern "C" __constant__ int fixed[2] = {13, 14};

// Called by the text of the kernel, and by its own text another one.
extern "C" __device__ int add_one(int x) { return x + 1; }

extern "C" __device__ int next(int x)
{
    int y;
    asm("{ .param .b32 a; .param .b32 r; st.param.b32 [a], %1; call.uni (r), add_one, (a); ld.param.b32 %0, [r]; }"
        : "=r"(y)
        : "r"(x));
    return y * 10;
}
