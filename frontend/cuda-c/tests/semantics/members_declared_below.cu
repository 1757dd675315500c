// [basic.scope.class] 1 a member hides a type of its name from its declaration on, and in bodies; declarations of member functions before it mean the type
// wrong: members-are-seen-above
namespace c { struct year { int v; __device__ constexpr explicit year(int x) : v(x) {} }; class ym { private: c::year y; public: __device__ constexpr ym(const year &a) : y(a) {} __device__ constexpr c::year year() const { return y; } };
template <class T> class t { year y; T u; public: __device__ t(const year &a, T b) : y(a), u(b) {} __device__ c::year year() const; }; template <class T> __device__ c::year t<T>::year() const { return y; } }
struct size { int v; }; struct a { __device__ int f(size s) { return s.v + size; } __device__ int g(size s = {4}); int size = 3; }; __device__ int a::g(::size s) { return s.v; }
typedef int kind; struct b { __device__ int f(kind k = 3) { return k + kind; } __device__ kind g() { return 4; } enum { kind = 30 }; __device__ int h(int k = kind) { return k; } };
struct d { struct in { __device__ int f(kind k) { return k; } }; __device__ kind f(kind (*p)(kind), kind x) { return p(x); } int kind; }; __device__ int twice(int x) { return 2 * x; }
extern "C" __global__ void k(long long *out) { c::ym q(c::year(3)); out[1] = q.year().v; c::t<int> w(c::year(5), 2); out[2] = w.year().v; a x; out[3] = x.f(size{2}); out[4] = x.g(); b y; out[5] = y.f(); out[6] = y.g(); out[7] = y.h(); d z; out[8] = z.f(twice, 6); out[9] = d::in().f(7); }
