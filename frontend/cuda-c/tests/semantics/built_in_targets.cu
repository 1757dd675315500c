// [over.built] the language's own %=, <<=, >>=, &=, ^= and |= change integers alone, and *= and /= numbers
// wrong: targets-take-numbers
struct C { double v; int i; __device__ operator int() const { return 1; } __device__ operator double &() { return v; } __device__ C &operator<<=(signed char p) { i = p; return *this; } __device__ C &operator%=(long p) { i = 2; return *this; } };
struct D { double v; __device__ operator double &() { return v; } };
struct E { int v; __device__ operator int &() { return v; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    C c{1, 0}; D d{3}; E e{6};
    c <<= n + 5; out[n++] = c.i; c %= 3; out[n++] = c.i; c *= 4; out[n++] = c.v; c /= 2; out[n++] = c.v; c += 3; out[n++] = c.v;
    d *= 5; out[n++] = d.v; d -= 1; out[n++] = d.v; e <<= 2; out[n++] = e.v; e %= 7; out[n++] = e.v; e *= 2.5; out[n++] = e.v; e |= 8; out[n++] = e.v;
}
