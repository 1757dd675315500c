// test lir=predicate
// All warps but one go round the arm at the end; before more code the branch costs more; a condition of lanes, of another dimension, of more threads or of values holds in any warp, and one instruction is no
// more than the branch.
// count 4: bra $
// count 4: @%p0 ld.global
// count 1: @%p1 ld.global
// count 1: @%p0 st.global.u32
extern "C" __global__ void one_thread(float *o, float *p) { if (threadIdx.x == 0) *o = *p; }
extern "C" __global__ void one_warp(float *o, float *p, int n) { if (n > 3 && threadIdx.x < 32) *o = *p; }
extern "C" __global__ void but_one(float *o, float *p)
{
    bool others = threadIdx.x != 0;
    __syncthreads();
    if (!others) *o = *p;
}
extern "C" __global__ void lanes(float *o, float *p) { if ((threadIdx.x & 31) == 0) *o = *p; }
extern "C" __global__ void columns(float *o, float *p)
{
    o += threadIdx.y;
    if (threadIdx.x == 0) *o = *p;
}
extern "C" __global__ void rows(float *o, float *p) { if (blockDim.y > 3) return; if (threadIdx.x == 0) *o = *p; }
extern "C" __global__ void two_warps(float *o, float *p) { if (threadIdx.x < 33) *o = *p; }
extern "C" __global__ void single(int *o) { if (threadIdx.x == 0) *o = 3; }
extern "C" __global__ void goes_on(float *o, float *p)
{
    if (threadIdx.x == 0) *o = *p;
    __syncthreads();
    o[1] = 2;
}
