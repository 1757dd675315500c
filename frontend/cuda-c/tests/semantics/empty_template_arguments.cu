// [temp.arg.explicit] a list of template arguments, be it empty, calls a template and no other function
// wrong: empty-lists-say-nothing
struct S {
  template <class T> __device__ int m(T) const { return 1; }
  __device__ int m(int) const { return 2; }
  template <class T = long> __device__ static int s(...) { return sizeof(T); }
  __device__ static int s(int) { return 3; }
  __device__ int own() { return m<>(1) * 10 + m(1); }
};
template <class T> __device__ int f(T) { return 4; }
__device__ int f(int) { return 5; }
template <class T> struct D { T v; __device__ int g() { return v.template m<>(1) * 10 + v.m(1); } };
extern "C" __global__ void k(long long *out) {
  S s; S *p = &s; D<S> d;
  out[0] = s.m<>(1); out[1] = s.m(1); out[2] = s.m<int>(1); out[3] = p->m<>(1); out[4] = S::s<>(1); out[5] = S::s(1);
  out[6] = s.own(); out[7] = f<>(1); out[8] = f(1); out[9] = d.g(); out[10] = s.template m<>('a'); out[11] = s.m('a');
}
