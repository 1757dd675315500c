// Vector types of every element and width: loaded, stored, made, passed and returned.

static __device__ float4 scale(float4 v, float2 s)
{
    return make_float4(v.x * s.x, v.y * s.x, v.z * s.y, v.w * s.y);
}

static __device__ int3 cross(int3 a, int3 b)
{
    int3 r;
    r.x = a.y * b.z - a.z * b.y;
    r.y = a.z * b.x - a.x * b.z;
    r.z = a.x * b.y - a.y * b.x;
    return r;
}

extern "C" __global__ void vector_types(const uchar4 *bytes, const short4 *shorts, const float4 *floats, int4 *ints,
                                        double2 *doubles, ulonglong2 *longs, float3 *triples, ushort2 *halves, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    uchar4 b = bytes[i];
    short4 s = shorts[i];
    char4 c = make_char4(b.w, b.z, b.y, b.x);
    int3 x = cross(make_int3(b.x, b.y, b.z), make_int3(c.x, c.y, c.z));
    int4 r = {x.x + s.x, x.y + s.y, x.z + s.z, c.w * s.w};
    ints[i] = r;
    float4 f = scale(floats[i], make_float2(2.0f, -0.5f));
    doubles[i] = make_double2((double)f.x + f.z, (double)f.y - f.w);
    ulonglong2 l;
    l.x = (unsigned long long)b.x << 40 | (unsigned short)s.x;
    l.y = ~l.x + (unsigned)r.w;
    longs[i] = l;
    float3 t = make_float3(f.w, f.x, (float)s.z);
    triples[i] = t;
    ushort2 h = make_ushort2(s.x ^ s.y, b.x * b.y);
    uchar2 q = make_uchar2(h.x, h.y);
    h.y += q.x;
    halves[i] = h;
}
