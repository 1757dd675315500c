// Which operand of `?:` is copied, moved, or the object itself, where types, qualifiers and value categories differ.
struct C {
  int v;
  __device__ C(int n) : v(n) {}
  __device__ C(C &o) : v(o.v * 10 + 1) {}
  __device__ C(const C &o) : v(o.v * 10 + 2) {}
  __device__ C(C &&o) : v(o.v * 10 + 3) {}
  __device__ C(const C &&o) : v(o.v * 10 + 4) {}
};
struct D : C {
  __device__ D(int n) : C(n) {}
  __device__ D(const D &o) : C(o.v * 10 + 5) {}
  __device__ D(D &&o) : C(o.v * 10 + 6) {}
};
struct ToMoved {
  C c;
  __device__ operator C &&() { c.v += 100; return static_cast<C &&>(c); }
};
struct ToMovedPart {
  D d;
  __device__ operator D &&() { d.v += 500; return static_cast<D &&>(d); }
};
struct ToMovedConst {
  C c;
  __device__ operator const C &&() { c.v += 600; return static_cast<const C &&>(c); }
};
struct ToObject {
  C c;
  __device__ operator C &() { c.v += 200; return c; }
};
struct ToConst {
  C c;
  __device__ operator const C &() { c.v += 300; return c; }
};
struct ToValue {
  int v;
  __device__ operator C() { return C(v + 400); }
};

template <class T> struct Category { static constexpr int value = 1000; };
template <class T> struct Category<T &> { static constexpr int value = 2000; };
template <class T> struct Category<const T> { static constexpr int value = 3000; };
template <class T> struct Category<const T &> { static constexpr int value = 4000; };
template <class T> __device__ int seen(T &&x) { return Category<T>::value * 100 + x.v; }

template <class T> __device__ T &&moved(T &x) { return static_cast<T &&>(x); }

extern "C" __global__ void run(int *o, float *f, int n) {
  for (int first = 0; first < 2; first++) {
    C c(n);
    const C q(n + 1);
    D d(n + 2);
    const D e(n + 3);
    ToMoved a{C(n)};
    ToMovedPart m{D(n)};
    ToMovedConst r{C(n)};
    ToObject b{C(n)};
    ToConst g{C(n)};
    ToValue h{n};
    *o++ = seen(first ? c : q);
    *o++ = seen(first ? moved(c) : q);
    *o++ = seen(first ? q : moved(c));
    *o++ = seen(first ? moved(c) : c);
    *o++ = seen(first ? moved(q) : q);
    *o++ = seen(first ? moved(q) : moved(c));
    *o++ = seen(first ? C(7) : c);
    *o++ = seen(first ? C(7) : moved(c));
    *o++ = seen(first ? d : c);
    *o++ = seen(first ? d : q);
    *o++ = seen(first ? e : q);
    *o++ = seen(first ? moved(d) : c);
    *o++ = seen(first ? d : moved(c));
    *o++ = seen(first ? D(7) : c);
    *o++ = seen(first ? D(7) : moved(c));
    *o++ = seen(first ? D(7) : C(8));
    *o++ = seen(first ? d : C(8));
    *o++ = seen(first ? moved(d) : C(8));
    *o++ = seen(first ? a : moved(c));
    *o++ = seen(first ? a : moved(q));
    *o++ = seen(first ? a : q);
    *o++ = seen(first ? a : C(8));
    *o++ = seen(first ? m : moved(c));
    *o++ = seen(first ? m : c);
    *o++ = seen(first ? r : q);
    *o++ = seen(first ? r : moved(q));
    *o++ = seen(first ? b : c);
    *o++ = seen(first ? b : q);
    *o++ = seen(first ? b : moved(c));
    *o++ = seen(first ? b : C(8));
    *o++ = seen(first ? g : q);
    *o++ = seen(first ? h : c);
    *o++ = seen(first ? h : q);
    *o++ = seen(first ? h : moved(c));
    *o++ = seen(first ? h : moved(q));
    *o++ = seen(first ? h : C(8));
  }
}
