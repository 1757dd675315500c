// [intro.execution] in a list in braces an argument of a class is copied before what stands behind it has its effects
// wrong: later-effects-reach-arguments
struct A { int x = 0, y[3] = {}; __device__ A &operator++() { ++x; y[1] += 2; return *this; } };
struct B { A first, second; int third; __device__ B(A x, A y, int z) : first{x}, second{y}, third{z} {} };
extern "C" __global__ void k(long long *out) {
  A a; B b{++a, ++a, (++a).x};
  out[0] = b.first.x; out[1] = b.second.x; out[2] = b.third; out[3] = b.first.y[1]; out[4] = b.second.y[1]; out[5] = a.x;
}
