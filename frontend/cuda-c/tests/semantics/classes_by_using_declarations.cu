// [class.name] a class may be defined by the name that a using declaration gives it
// wrong: using-declarations-declare-no-classes
// options: -default-device
namespace N { struct B; struct C; }
namespace M { using N::B; using ::N::C; }
struct M::B { int x; };
struct M::C { B b; int y; };
namespace N { int both(C c) { return c.b.x * 10 + c.y; } }
extern "C" __global__ void k(long long *out) {
  N::B b{5};
  M::C c{b, 6};
  out[0] = b.x; out[1] = N::both(c); out[2] = sizeof(N::C);
}
