// test ptx -O0 -arch=sm_80
// What is passed and returned is stored and read once on each side, as what the registers that hold it are: floats as floats; of a
// class each member in its own width.
// count 2: st.param.f32 [
// count 2: ld.param.f32 %
// count 2: st.param.f64 [
// count 2: ld.param.f64 %
// count 2: st.param.b32 [
// count 2: st.param.b64 [
// count 2: st.param.b8 [
// count 2: st.param.b16 [
// count 2: ld.param.s8 %
// count 2: ld.param.s16 %
struct Small {
    signed char a;
    short b;
};
__device__ __noinline__ float single(float x) { return x; }
__device__ __noinline__ double twofold(double x) { return x; }
__device__ __noinline__ int word(int x) { return x; }
__device__ __noinline__ long long wide(long long x) { return x; }
__device__ __noinline__ Small small(Small x) { return x; }
extern "C" __global__ void k(float *o, double *p, int *q, long long *r, Small *s) {
    o[0] = single(o[1]);
    p[0] = twofold(p[1]);
    q[0] = word(q[1]);
    r[0] = wide(r[1]);
    s[0] = small(s[1]);
}
