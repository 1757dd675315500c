// [basic.lookup.qual] before :: the nearest namespace or class of the name is meant
// wrong: static-members-per-object
struct Foo { __device__ static int bar() { return 1; } };
namespace A { namespace Foo { __device__ int bar() { return 2; } } __device__ int f() { return Foo::bar() * 10 + ::Foo::bar(); } }
namespace B { struct Foo { __device__ static int bar() { return 3; } }; __device__ int f() { return Foo::bar() * 10 + A::Foo::bar(); } }
extern "C" __global__ void k(long long *out) { out[0] = A::f(); out[1] = B::f(); out[2] = Foo::bar(); }
