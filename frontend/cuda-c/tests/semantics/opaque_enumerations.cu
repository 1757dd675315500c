// [dcl.enum] an enumeration may be declared without its enumerators, and defined later, outside of its class or namespace too
// wrong: opaque-enumerations-are-int
enum E : short;
struct Holds { E e; char c; };
enum E : short { a = 3, b = a + 1 };
enum E : short;
enum class F;
struct S { enum T : unsigned char; enum class U : long long; T t; U u; __device__ int get() { return t + (int)u; } };
enum S::T : unsigned char { c = 8, d };
enum class S::U : long long { e = 1ll << 40, f = 7 };
namespace n { enum G : short; enum class H; inline namespace m { enum class I : char; } __device__ int over(G) { return 50; } __device__ int over(int) { return 60; } }
enum n::G : short { g = 7 };
enum class n::H { h = 70 };
enum class n::I : char { i = 9 };
enum class F { x = 2 };
struct R { enum W : char; enum W : char { w = 4 }; W v; };
enum V : short;
extern "C" __global__ void k(long long *out)
{
    int i = 0;
    enum L : char;
    L l;
    enum L : char { y = 3 };
    enum class M;
    M m;
    enum class M { z = 5 };
    l = y; m = M::z;
    F f = F::x;
    S s;
    s.t = S::d; s.u = S::U::f;
    out[i++] = sizeof(Holds); out[i++] = b; out[i++] = (int)f; out[i++] = sizeof(F);
    out[i++] = sizeof(S); out[i++] = s.get(); out[i++] = S::c; out[i++] = (long long)S::U::e;
    out[i++] = n::g; out[i++] = (int)n::H::h; out[i++] = (int)n::I::i; out[i++] = (int)n::m::I::i;
    out[i++] = over(n::g); out[i++] = n::over(1); out[i++] = R::w; out[i++] = sizeof(R);
    out[i++] = sizeof(V); out[i++] = l + (int)m; out[i++] = sizeof l;
}
