// Inline PTX of a function that stays a call may end the thread: what was stored before is there, and what is loaded behind it is not loaded before.
__device__ __noinline__ void leave(unsigned c) { asm volatile("{ .reg .pred q; setp.ne.u32 q, %0, 0; @q exit; }" :: "r"(c)); }
extern "C" __global__ void leaving(unsigned *o, const unsigned *in)
{
    unsigned t = threadIdx.x, far = t < 8 ? t : 1u << 30, sum = 0;
    o[t] = 1;
    leave(t == 5);
    o[t] = 9;
    if (t & 1 && t < 8) sum = in[far];
    leave(t >= 8);
    o[t] += sum + in[far];
}
