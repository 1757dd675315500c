// Names that the parameter ABI uses belong to the source first: objects and functions keep theirs, and what would hide them has
// another. NVRTC makes PTX of these that ptxas refuses.
extern "C" __device__ int k_param_0, k_param_1, g_param_0, func_retval0;
extern "C" __device__ int k_param_0 = 19;
extern "C" __device__ int k_param_1 = 23;
extern "C" __device__ int g_param_0 = 3;
extern "C" __device__ int func_retval0 = 5;
extern "C" __device__ __noinline__ int g(int a) { return a * g_param_0 + func_retval0; }
extern "C" __device__ __noinline__ int param0(int a, int b) { return a * 100 + b; }
extern "C" __device__ __noinline__ int retval0(int a) { return a + 1; }

extern "C" __global__ void k(int *o, int n)
{
    o[0] = k_param_0;
    o[1] = k_param_1 + n;
    k_param_1 = n;
    o[2] = k_param_1;
    o[3] = g(n);
    o[4] = param0(n, 4);
    o[5] = retval0(n);
    int seen;
    asm volatile("ld.global.u32 %0, [k_param_0];" : "=r"(seen));
    o[6] = seen;
}
