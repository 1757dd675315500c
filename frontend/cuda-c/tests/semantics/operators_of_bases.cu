// [over.match.funcs] a base's operator converts the object; the object of a member function is outside of the rule of rvalue references
// wrong: base-operators-are-exact
struct C { __device__ int operator*() const { return 1; } __device__ int operator-() { return 1; } __device__ int operator+(int) { return 1; } __device__ int operator<(int) const { return 1; } __device__ int operator++(int) { return 1; } __device__ int operator!() { return 1; } __device__ int operator,(int) { return 1; } __device__ int operator/(int) { return 1; } };
struct D : C {};
struct U : C { using C::operator*; using C::operator+; };
template <class T> __device__ int operator*(T) { return 2; }
template <class T> __device__ int operator-(T) { return 2; }
template <class T> __device__ int operator+(T, int) { return 2; }
template <class T> __device__ int operator<(T &&, int) { return 2; }
template <class T> __device__ int operator++(T &&, int) { return 2; }
template <class T> __device__ int operator!(T) { return 2; }
template <class T> __device__ int operator,(T, int) { return 2; }
__device__ int operator/(const D &, int) { return 3; }
struct I { __device__ int operator++() { return 1; } __device__ int operator++(int) { return 1; } __device__ int operator--() const { return 1; } };
template <class T> __device__ int operator++(T &&) { return 2; }
template <class T> __device__ int operator--(T &&) { return 2; }
struct F { int v; __device__ int operator=(int *) const { return 6; } __device__ int operator+=(int) const { return 7; } };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    D d;
    C c;
    U u;
    out[n++] = *d; out[n++] = -d; out[n++] = d + 1; out[n++] = d < 1; out[n++] = d++; out[n++] = !d; out[n++] = (d, 1); out[n++] = d / 1;
    out[n++] = *c; out[n++] = -c; out[n++] = c + 1; out[n++] = c < 1; out[n++] = c++; out[n++] = !c; out[n++] = c / 1;
    out[n++] = *u; out[n++] = u + 1; out[n++] = -u;
    out[n++] = ++I(); out[n++] = I()++; out[n++] = --I();
    const F cf{};
    int *p = 0;
    out[n++] = (cf = p); out[n++] = (cf += 1);
}
