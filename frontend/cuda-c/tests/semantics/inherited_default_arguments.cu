// [class.inhctor.init] default arguments of inherited constructors are those of the base, in its scope
// wrong: default-arguments-are-zero
constexpr int seven = 7;
struct A { enum { three = 3 }; static constexpr int five = 5; int v; __device__ A(int a, int b = three, int c = five, int d = seven) : v(((a * 10 + b) * 10 + c) * 10 + d) {} };
namespace N { constexpr int seven = 8; struct B : A { enum { three = 4 }; static constexpr int five = 6; using A::A; }; }
struct C : N::B { static constexpr int seven = 9; using N::B::B; };
extern "C" __global__ void k(long long *out) { N::B b(1); out[0] = b.v; N::B c(1, 2); out[1] = c.v; C d(2); out[2] = d.v; C e{2, 1, 1}; out[3] = e.v; A f(1); out[4] = f.v; }
