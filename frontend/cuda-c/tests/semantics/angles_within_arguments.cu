// [temp.names] a < within template arguments is the operator but behind a template's name
// wrong: angles-within-are-angles
template <long V> struct C { enum : long { v = V }; };
template <long V, class T> struct J { enum : long { v = V + sizeof(T) }; };
template <class T> struct P { T a[2]; enum { n = 3 }; };
template <class T, int N> struct L { enum { v = C<P<T>::n < N>::v }; };
template <int N, bool B = (1 < 2)> struct Z { enum { k = N + B }; };
template <int N> __device__ int fn() { return N; }
__device__ C<1<2> object;
struct D : C<2<1> { int q; };
__device__ const int w = C<3<4>::v;
extern "C" __global__ void k(long long *out) {
  int n = 0; const int a = 1, b = 2;
  out[n++] = C<1<2>::v; out[n++] = C<(1<2)>::v; out[n++] = C<(3>2)>::v; out[n++] = C<1<<2>::v; out[n++] = C<5-3>::v; out[n++] = C<1<2?7:8>::v;
  out[n++] = J<1<2, char>::v; out[n++] = J<P<int>::n<2, char>::v; out[n++] = J<P<int>::n, P<P<int>>>::v; out[n++] = J<a<b, char>::v;
  out[n++] = a<b; out[n++] = L<int, 4>::v; out[n++] = L<int, 2>::v; out[n++] = D::v; out[n++] = w; out[n++] = Z<4>::k; out[n++] = fn<1<2>();
  out[n++] = sizeof object;
}
