// [class.derived] what of a base another class's members may follow: plain data entirely, unnamed bit-fields are data, empty bases take their size
// wrong: unnamed-bit-fields-are-nothing
struct Made { unsigned char m; __device__ Made(int) {} Made() = default; };
struct HasMade { int *p; unsigned u : 7; Made m; };
struct A : HasMade { char c; };
struct HasMadeTwice { HasMade h; char c; };
struct B : HasMadeTwice { char d; };
struct Plain { int *p; unsigned u : 7; char m; };
struct C : Plain { char c; };
struct Nothing {};
struct HasNothing { long l; Nothing n; char c; };
struct D : HasNothing { char d; };
struct Unnamed { unsigned : 13; };
struct E : Unnamed { char c; };
struct F : Unnamed { Unnamed u; };
struct Wide { signed char : 4; unsigned long long : 62; };
struct G : Wide { char c; };
struct Zero { unsigned : 0; };
struct H : Zero { char c; };
struct alignas(64) Aligned {};
struct I : Nothing, Aligned { short s; float f[2]; char c; I() = default; __device__ I(int) {} };
struct J : I { long l; };
struct K : Aligned { Aligned a; char c; };
struct L : K { char d; };
struct M : Nothing { Nothing n; };
struct N : M { char c; };
struct O : Aligned, J { char c; };
extern "C" __global__ void k(long long *out) {
  int n = 0;
#define T(X, m) { alignas(64) char z[1024]; X &x = *(X *)z; out[n++] = sizeof(X) * 1000 + alignof(X); out[n++] = (char *)&x.m - z; }
  T(A, c) T(HasMadeTwice, c) T(B, d) T(C, c) T(D, d) T(E, c) T(F, u) T(G, c) T(H, c) T(I, c) T(J, l) T(K, c) T(L, d) T(N, c) T(O, c) T(O, l)
}
