// [conv.qual] what C++11 took away and nvcc warns of: a string constant, alone or in an arm of ?:, becomes a `char *`
// wrong: conditional-is-value
// device-only
__device__ int kind(char *) { return 1; }
__device__ int kind(const char *) { return 2; }
__device__ char *g(int c, char *p) { return c ? p : "abc"; }
__device__ char *h(int c, char *p) { return c ? "abc" : c > 2 ? p : "xyz"; }
__device__ char *two(int c) { char *p = c ? "ab" : "cde"; return p; }
__device__ char *null(int c) { return c ? "abc" : 0; }
__device__ int take(char *p) { return p[1]; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, z = out[0] == 1;
    char a[] = "qrs";
    out[n++] = g(z, a)[2]; out[n++] = g(!z, a)[2]; out[n++] = h(z, a)[0]; out[n++] = two(z)[1]; out[n++] = null(z) == 0; out[n++] = null(!z)[0];
    out[n++] = kind(z ? a : "x"); out[n++] = kind(z ? "a" : "b"); out[n++] = kind("b"); out[n++] = take("uvw"); out[n++] = take(z ? "uvw" : "abc");
    out[n++] = sizeof(z ? "ab" : "cd");
}
