// NVRTC only: clang takes the base class's part of an xvalue beside a const lvalue for an lvalue.
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
struct ToMovedPart {
  D d;
  __device__ operator D &&() { d.v += 500; return static_cast<D &&>(d); }
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
    ToMovedPart m{D(n)};
    *o++ = seen(first ? moved(d) : q);
    *o++ = seen(first ? moved(e) : q);
    *o++ = seen(first ? q : moved(d));
    *o++ = seen(first ? m : q);
  }
}
