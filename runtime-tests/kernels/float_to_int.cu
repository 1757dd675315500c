// Conversions between floats and integers in every rounding.

extern "C" __global__ void float_to_int(const float *in, int *ints, unsigned *words, long long *longs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = in[i];
    int *o = ints + 5 * i;
    o[0] = __float2int_rn(x);
    o[1] = __float2int_rz(x);
    o[2] = __float2int_ru(x);
    o[3] = __float2int_rd(x);
    o[4] = (int)x;
    unsigned *w = words + 4 * i;
    float y = x < 0 ? -x : x;
    w[0] = __float2uint_rn(y);
    w[1] = __float2uint_rz(y);
    w[2] = __float2uint_ru(y);
    w[3] = __float2uint_rd(y);
    long long *l = longs + 6 * i;
    double d = x * 65537.0;
    l[0] = __double2ll_rn(d);
    l[1] = __double2ll_rz(d);
    l[2] = __double2ll_ru(d);
    l[3] = __double2ll_rd(d);
    l[4] = (long long)__double2ull_rz(d < 0 ? -d : d);
    l[5] = __float2ll_rd(x) + __double2int_rn(d / 3);
}

extern "C" __global__ void int_to_float(const int *in, const long long *wide, float *floats, double *doubles, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int v = in[i];
    float *f = floats + 7 * i;
    f[0] = __int2float_rn(v);
    f[1] = __int2float_rz(v);
    f[2] = __int2float_ru(v);
    f[3] = __int2float_rd(v);
    f[4] = __uint2float_rd((unsigned)v);
    f[5] = __ll2float_ru(wide[i]);
    f[6] = __double2float_rd((double)v * 1.1);
    doubles[2 * i] = __ll2double_rz(wide[i]);
    doubles[2 * i + 1] = __int2double_rn(v) + __ull2double_rn((unsigned long long)wide[i]);
}
