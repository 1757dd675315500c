// clang only: NVRTC makes operands of `?:` const before they are copied, values too, and takes `ToConst` beside a C for an object.
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
struct ToMovedConst {
  C c;
  __device__ operator const C &&() { c.v += 600; return static_cast<const C &&>(c); }
};
struct ToConst {
  C c;
  __device__ operator const C &() { c.v += 300; return c; }
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
    ToMovedConst r{C(n)};
    ToConst g{C(n)};
    *o++ = seen(first ? moved(q) : c);
    *o++ = seen(first ? C(7) : q);
    *o++ = seen(first ? C(7) : moved(q));
    *o++ = seen(first ? moved(d) : moved(c));
    *o++ = seen(first ? moved(d) : moved(q));
    *o++ = seen(first ? d : moved(q));
    *o++ = seen(first ? D(7) : q);
    *o++ = seen(first ? r : c);
    *o++ = seen(first ? g : c);
  }
}
