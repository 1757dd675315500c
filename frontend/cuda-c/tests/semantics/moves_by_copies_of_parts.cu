// [class.copy.assign] 12, [class.copy.ctor] 14 a class that has no move is copied, and its parts with it, which have moves of their own
// wrong: copies-move-parts
__device__ int copies, moves;
struct A { int v; A() = default; __device__ A(int n) : v(n) {} __device__ A(const A &o) : v(o.v) { copies++; } A(A &&) = default; A &operator=(A &&) = default; __device__ A &operator=(const A &o) { copies += 10; v = o.v; return *this; } };
struct B : A { int w; __device__ B(int n) : A(n), w(n) {} __device__ B(const B &o) : A(o), w(o.w) {} };
struct C { A a; int w; __device__ C(int n) : a(n), w(n) {} C(const C &) = default; C &operator=(const C &) = default; };
struct D { B b; int x; }; struct E : C { int x; __device__ E(int n) : C(n), x(n) {} }; struct F { D d; C c[2]; };
struct G : A { int w; __device__ G(int n) : A(n), w(n) {} };
template<class T> __device__ int moved(T a, T b) { copies = moves = 0; a = static_cast<T &&>(b); int n = copies; copies = 0; T c(static_cast<T &&>(a)); return n * 100 + copies; }
extern "C" __global__ void k(long long *out) { int n = 0; A a(1), a2(2); B b(3); C c(4); D d{B(5), 6}; E e(7); F f{D{B(8), 9}, {C(10), C(11)}}; G g(12);
  out[n++] = moved(a, a2); out[n++] = moved(b, b); out[n++] = moved(c, c); out[n++] = moved(d, d); out[n++] = moved(e, e); out[n++] = moved(f, f); out[n++] = moved(g, g);
  copies = 0; d = {b, 1}; out[n++] = copies; d = D{B(3), 4}; out[n++] = copies; out[n++] = d.b.v * 100 + d.b.w * 10 + d.x; c = C(5); out[n++] = copies; out[n++] = c.a.v * 10 + c.w; }
