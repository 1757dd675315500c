// [dcl.enum] values count on from the one before; scoped ones need their name and convert only when asked
// wrong: enumerators-from-zero
enum A { a0, a1 = 5, a2, a3 = a1 - 7, a4, a5 = 'x' };
enum class B { x, y = 3, z };
enum class C : unsigned char { m = 200, n };
enum struct S : long long { big = 1ll << 40 };
enum { anon = 7 };
struct H { enum K { k1 = 1, k2 }; enum class L { l = 9 }; };
__device__ int f(A) { return 1; }
__device__ int f(int) { return 2; }
__device__ int g(B) { return 3; }
__device__ int g(int) { return 4; }
extern "C" __global__ void k(long long *out) {
  B b = B::y; C c = C::n; A a = a2; A q = A(6); B r{4}; S s = S::big;
  out[0] = a0; out[1] = a1; out[2] = a2; out[3] = a3; out[4] = a4; out[5] = a5; out[6] = (int)b;
  out[7] = static_cast<int>(c); out[8] = sizeof(B); out[9] = sizeof(C); out[10] = sizeof(S);
  out[11] = (long long)s; out[12] = anon; out[13] = f(a1); out[14] = f(a1 + 1); out[15] = g(b);
  out[16] = g(int(b)); out[17] = a == 6; out[18] = q == a2; out[19] = r == B::z; out[20] = b < B::z;
  out[21] = H::k2; out[22] = (int)H::L::l; out[23] = A::a4; out[24] = (unsigned char)(C)300; out[25] = f(A(1));
  out[26] = f(+a);
  switch (b) { case B::x: out[40] = 1; break; case B::y: out[40] = 2; break; default: out[40] = 3; }
}
