// [over.load] functions of a built-in function's name join its overloads
// wrong: user-overloads-hide-built-ins
// device-only
typedef float3 f3;
inline __host__ __device__ float2 make_float2(float s) { return make_float2(s, s); }
inline __host__ __device__ float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
inline __host__ __device__ float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
inline __host__ __device__ float3 make_float3(float s) { return make_float3(s, s, s); }
inline __host__ __device__ float3 operator+(float3 a, float3 b) { return make_float3(a.x + b.x, a.y + b.y, a.z + b.z); }
inline __host__ __device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
inline __host__ __device__ float3 operator*(float b, float3 a) { return make_float3(b * a.x, b * a.y, b * a.z); }
inline __host__ __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; a.z += b.z; }
inline __device__ __host__ float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
inline __host__ __device__ int2 min(int2 a, int2 b) { return make_int2(min(a.x, b.x), min(a.y, b.y)); }
inline __device__ __host__ float3 clamp(float3 v, float a, float b) { return make_float3(fminf(fmaxf(v.x, a), b), v.y, v.z); }
inline __device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
inline __host__ __device__ float3 fabs(float3 v) { return make_float3(fabs(v.x), fabs(v.y), fabs(v.z)); }
inline __host__ __device__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline __host__ __device__ float length(float3 v) { return sqrtf(dot(v, v)); }
inline __host__ __device__ float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
extern "C" __global__ void k(long long *out) {
  float3 v = make_float3(2.0f) + make_float3(1, 2, 3) * 2; v += 0.5f * v; out[13] = v.x * 100; out[14] = v.z;
  out[15] = fminf(make_float2(1.5f), make_float2(make_int2(1, 9))).y * 10;
  out[16] = min(make_int2(3, 4), make_int2(2, 7)).x; out[17] = min(3, 2); out[18] = fabs(make_float3(-3.0f)).y;
  out[19] = fabs(-2.5) * 2; out[20] = fabs(-2.5f) * 2; out[21] = length(make_float3(3, 4, 0));
  out[22] = clamp(make_float3(9.0f), 0.0f, 1.0f).x; out[23] = fminf(2, 3.5); out[24] = floorf(make_float2(1.5f)).x;
  out[25] = min(3u, 4u); out[26] = lerp(1.0f, 3.0f, 0.5f);
}
