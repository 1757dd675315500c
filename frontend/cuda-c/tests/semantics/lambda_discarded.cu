// [expr.prim.lambda.capture] 7, [stmt.if] 2: a default captures what the body names; not in operands that are not evaluated, nor in what an instance of a template discards
// wrong: lambdas-capture-what-is-discarded
template <bool B> __device__ int plain(int x, int y) { auto l = [=] { if constexpr (B) return x; else return y; }; return l() * 10 + sizeof(l); }
template <class T> __device__ int chain(char x, short y, double z)
{
    auto l = [=] { if constexpr (sizeof(T) == 1) return x; else if constexpr (sizeof(T) == 2) return y; else return z; };
    return sizeof(l) * 100 + (int)l();
}
template <bool B> __device__ int deep(int x, int y) { auto l = [=] { return [=] { if constexpr (B) return x; else return y; }; }; return sizeof(l) * 10 + sizeof(l()); }
template <bool B> struct S { int k; __device__ int f(int x) { auto l = [=] { if constexpr (B) return x; else return k; }; return l() * 100 + sizeof(l); } };
template <class T> __device__ int operands(T x, int y) { auto l = [=] { return sizeof(x) + sizeof(y) + sizeof(decltype(x)); }; return sizeof(l) * 100 + l(); }
template <bool B> __device__ int both(int x, int y) { auto l = [=] { if constexpr (B) return x; else return y; return x + y; }; return sizeof(l); }
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    out[i++] = plain<true>(1, 2); out[i++] = plain<false>(1, 2);
    out[i++] = chain<char>(1, 2, 3); out[i++] = chain<short>(1, 2, 3); out[i++] = chain<int>(1, 2, 3);
    out[i++] = deep<true>(1, 2); out[i++] = deep<false>(1, 2);
    out[i++] = S<true>{7}.f(1); out[i++] = S<false>{7}.f(1);
    out[i++] = operands('a', 1); out[i++] = both<true>(1, 2);
}
