// [temp.arg.nontype] 2: a constant pointer to a function is an argument by its value, be it a static member, an element or a variable
// wrong: constant-pointers-are-objects
typedef int F(int);
__device__ int one(int a) { return a + 1; }
__device__ int two(int a) { return a * 2; }
template <F *P> struct Op { static constexpr F *held = P; static __device__ int of(int n) { return P(n); } };
struct H { static constexpr F *held = two; };
__device__ constexpr F *table[] = {one, two};
__device__ constexpr F *lone = two;
template <F *P> __device__ int by(int n) { return P(n) * 3; }
template <auto P> __device__ int any(int n) { return P(n) * 5; }
template <auto &P> __device__ int referred(int n) { return P(n) * 7; }
template <F *...P> __device__ int chain(int n) { ((n = P(n)), ...); return n; }
template <class T> struct Next { static constexpr F *held = Op<T::held>::held; };
extern "C" __global__ void k(long long *out) {
    out[0] = by<Op<one>::held>(3) + by<H::held>(4);
    out[1] = any<Op<two>::held>(5) + any<table[0]>(6) + any<lone>(7) + any<*one>(8);
    out[2] = chain<H::held, Op<one>::held, table[1], lone, *one>(2);
    out[3] = Op<Next<H>::held>::of(9) + referred<one>(2) + referred<*two>(3);
    static constexpr F *inner = one;
    out[4] = by<inner>(1) + Op<inner>::of(2);
}
