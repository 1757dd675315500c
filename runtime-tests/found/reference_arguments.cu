// Functions that stay calls and read through references: what they give where objects overlap, are partly read, or are read late.
struct V { float x, y, z; };
struct Packed { char c; int v; short s; } __attribute__((packed));
__device__ __noinline__ void twice(int *a, const int &b) { *a = b + 1; *a += b; }
__device__ __noinline__ void once(int *a, const int &b) { *a = *a * 2 + b; }
__device__ __noinline__ float dot(const V &a, const V &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ __noinline__ float length2(const V &a) { return dot(a, a); }
__device__ __noinline__ int packed(const Packed &p, int k) { return p.v * k + p.s; }
__device__ __noinline__ int narrow(const signed char &a, const unsigned short &b, const bool &c, const long long &d)
{
    return a * 3 + b + c * 100 + (int)(d >> 33);
}
__device__ __noinline__ int pick(const int *a, const int *b, int k) { return k & 1 ? *a : *b; }
__device__ __noinline__ int chain(const int &a, int unused, int k) { return pick(&a, &a, k) + k; }
__device__ __noinline__ int walk(const int &n, const int *q)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += q[i & 7] * n;
    return s;
}
__device__ __noinline__ void fill(int *q, const int &n)
{
    for (int i = 0; i < n; i++) q[i] = i - n;
}
__global__ void reference_arguments(int *out, const int *in)
{
    int n = 0, x = in[3];
    twice(&x, x);
    out[n++] = x;
    once(&x, x);
    out[n++] = x;
    once(&x, in[5]);
    out[n++] = x;
    V a = {1, 2, (float)in[4]}, b = {3, -1, 0.5f};
    out[n++] = (int)(dot(a, b) * 4);
    out[n++] = (int)length2(b);
    a.y = 7;
    out[n++] = (int)dot(b, a);
    Packed p[2] = {{1, in[9], 3}, {4, 5, (short)in[6]}};
    out[n++] = packed(p[0], 3) + packed(p[1], in[7]);
    signed char c = (signed char)(in[2] - 100);
    unsigned short s = (unsigned short)(in[2] - 5);
    bool t = in[2] == 2;
    long long d = (long long)in[8] << 35;
    out[n++] = narrow(c, s, t, d);
    for (int k = 0; k < 3; k++) out[n++] = pick(&x, in + k, k);
    out[n++] = chain(in[7], 3, 4) + chain(x, 5, 5);
    int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    out[n++] = walk(own[3], own);
    fill(own, own[5]);
    for (int k = 0; k < 8; k++) out[n++] = own[k];
    fill(own, own[0]);
    out[n++] = own[0];
}
