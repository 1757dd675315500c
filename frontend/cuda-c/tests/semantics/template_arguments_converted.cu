// [temp.arg.nontype] an object of a class becomes a template's number by its conversion to the parameter's type
// wrong: conversions-by-declaration
template <int N> struct T { static constexpr int v = N; };
template <char C> struct W { static constexpr int v = C; };
template <bool B> struct V { static constexpr int v = B + 10; };
template <long L> struct Y { static constexpr long v = L; };
template <int A, int B = A + 1> __device__ int f() { return A * 100 + B; }
struct S { int x; __host__ __device__ constexpr operator int() const { return x; } };
struct U {
    __host__ __device__ constexpr operator bool() const { return false; }
    __host__ __device__ constexpr operator char() const { return 7; }
};
struct X {
    __host__ __device__ constexpr operator long() const { return 1l << 40; }
    __host__ __device__ constexpr operator int() const { return 5; }
};
constexpr S s{4};
constexpr U u{};
constexpr X x{};
struct H { static constexpr S s{9}; };
extern "C" __global__ void k(long long *out)
{
    int n = 0;
    out[n++] = T<s>::v; out[n++] = T<S{5}>::v; out[n++] = V<u>::v; out[n++] = W<u>::v;
    out[n++] = Y<x>::v; out[n++] = T<x>::v; out[n++] = T<H::s>::v; out[n++] = f<s>(); out[n++] = f<s, S{8}>();
    static constexpr S l{6};
    constexpr S m{8};
    out[n++] = T<l>::v; out[n++] = T<m>::v;
}
