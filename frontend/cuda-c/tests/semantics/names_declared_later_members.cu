// [basic.lookup.unqual] 8, [basic.lookup.argdep] members of classes see what stands before them, by their arguments' namespaces too
// wrong: members-see-below
namespace later {
struct A { int v; };
__device__ int val(const A &) { return 1; }
__device__ int operator+(const A &, int) { return 2; }
template<class T> __device__ int tem(T) { return 3; }
struct B : A {
  __device__ B() { v = 0; }
  __device__ int in() const { return val(*this); }
  __device__ int out() const;
  __device__ int plus() const { return *this + 1; }
  __device__ int templ() const { return tem(*this); }
  __device__ operator double() const { return val(*this); }
  template<class T> __device__ int member(T) const { return val(*this); }
  template<class T> __device__ int dependent(T t) const { return val(t); }
  friend __device__ int befriended(const B &b) { return val(b); }
  struct Inner { __device__ int in(const B &b) const { return val(b); } __device__ int first(const B &b, int n = 10) const { return n; } };
  int w = val(*this);
  static __device__ int st(const B &b) { return val(b); }
};
__device__ int B::out() const { return val(*this); }
template<class T> struct C : A { T t; __device__ int in() const { return val(*this); } __device__ int of(T t) const { return val(t); } __device__ int plain(const B &b) const { return val(b); } __device__ int both() const; __device__ int spec() const { return val(*this); } };
template<class T> __device__ int C<T>::both() const { return val(*this) + val(t); }
template<> __device__ int C<char>::spec() const { B b; return val(b); }
template<> struct C<short> : A { B t; __device__ int in() const { return val(*this) + val(t); } };
__device__ int call(const B &b, int n = val(B())) { return val(b) * 10 + n; }
__device__ int local() { struct L : A { __device__ int in() const { return val(*this); } }; L l; return l.in(); }
template<class T> __device__ int ftem() { struct L : A { __device__ int in() const { return val(*this); } __device__ int of(T t) const { return val(t); } }; L l; return l.in() * 10 + l.of(T()); }
__device__ int val(const B &) { return 100; }
__device__ int operator+(const B &, int) { return 200; }
__device__ int tem(const B &) { return 300; }
template<class T> __device__ int val(const C<T> &) { return 400; }
__device__ int after(const B &b) { return val(b); }
}
extern "C" __global__ void k(long long *out) { using namespace later; int n = 0; B b; B::Inner i; C<B> c; C<char> d; C<short> e;
  out[n++] = b.in(); out[n++] = b.out(); out[n++] = b.plus(); out[n++] = b.templ(); out[n++] = (double)b; out[n++] = b.member(1); out[n++] = b.dependent(b); out[n++] = befriended(b); out[n++] = i.in(b); out[n++] = i.first(b);
  out[n++] = b.w; out[n++] = B::st(b); out[n++] = c.in(); out[n++] = c.of(b); out[n++] = c.plain(b); out[n++] = c.both(); out[n++] = d.spec(); out[n++] = e.in(); out[n++] = call(b); out[n++] = local(); out[n++] = ftem<B>(); out[n++] = after(b); }
