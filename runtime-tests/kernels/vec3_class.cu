// A vector class: constructors, operators, methods, static members, friends.

struct Vec3 {
    float x, y, z;
    static const int size = 3;
    __device__ Vec3() : x(0), y(0), z(0) {}
    __device__ Vec3(float x, float y, float z) : x(x), y(y), z(z) {}
    __device__ explicit Vec3(float all) : x(all), y(all), z(all) {}
    __device__ Vec3 operator+(const Vec3 &o) const { return Vec3(x + o.x, y + o.y, z + o.z); }
    __device__ Vec3 operator-(const Vec3 &o) const { return Vec3(x - o.x, y - o.y, z - o.z); }
    __device__ Vec3 operator-() const { return Vec3(-x, -y, -z); }
    __device__ Vec3 &operator+=(const Vec3 &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    __device__ float &operator[](int k) 
    {
        if (k == 0)
            return x;
        if (k == 1)
            return y;
        return z;
    }
    __device__ float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
    __device__ bool operator==(const Vec3 &o) const { return x == o.x && y == o.y && z == o.z; }
    friend __device__ Vec3 operator*(float s, const Vec3 &v) { return Vec3(s * v.x, s * v.y, s * v.z); }
};

__device__ Vec3 cross(const Vec3 &a, const Vec3 &b)
{
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
__device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }

extern "C" __global__ void vec3_class(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *p = in + 6 * i;
    Vec3 a(p[0], p[1], p[2]), b(p[3], p[4], p[5]), zero;
    Vec3 c = cross(a, b) + 2.0f * (a - b);
    c += -Vec3(0.25f);
    for (int k = 0; k < Vec3::size; k++)
        c[k] += k;
    float3 f = (make_float3(a.x, a.y, a.z) + make_float3(b.x, b.y, b.z)) * 4.0f;
    float *o = out + 5 * i;
    o[0] = c.x;
    o[1] = c.y;
    o[2] = c[2];
    o[3] = c.dot(a) + (zero == Vec3()) + (a == b);
    o[4] = f.x + f.y * 2.0f + f.z * 4.0f;
}
