// [expr.unary.op] [expr.static.cast] [class.ctor] what makes no sense takes a template out of the set: *(void *), pointers as integers, T() without a default constructor
// wrong: empty-arrays-fit; void-is-an-object; static-casts-take-all; deleted-is-trivial
struct Ref { int &r; };
struct Fixed { const int c; };
struct Held { const int c = 4; };
struct Base { int b; };
struct Derived : Base { int d; };
struct Plain { int a; };
template <class T> __device__ T make();
template <class T> __device__ auto star(T p, int) -> decltype((void)*p, 1) { return 1; }
template <class T> __device__ int star(T, long) { return 2; }
template <class To, class From> __device__ auto cast(From f, int) -> decltype((void)static_cast<To>(f), 1) { return 1; }
template <class To, class From> __device__ int cast(From, long) { return 2; }
template <class T> __device__ auto value(int) -> decltype((void)T(), 1) { return 1; }
template <class T> __device__ int value(long) { return 2; }
template <int N> __device__ int length(int (*)[N - 3]) { return 1; }
template <int N> __device__ int length(...) { return 2; }
extern "C" __global__ void k(long long *out) {
  int i = 3; void *v = &i; const void *cv = v; int *p = &i; const int *cp = p; Derived d; Base *b = &d; Derived *dp = &d; float *fp = 0;
  out[0] = star(v, 1); out[1] = star(cv, 1); out[2] = star(p, 1); out[3] = star(&p, 1);
  out[4] = cast<int>(p, 1); out[5] = cast<long>(p, 1); out[6] = cast<bool>(p, 1); out[7] = cast<void *>(p, 1); out[8] = cast<int *>(v, 1);
  out[9] = cast<int *>(cv, 1); out[10] = cast<const int *>(v, 1); out[11] = cast<int *>(cp, 1); out[12] = cast<const int *>(p, 1);
  out[13] = cast<float *>(p, 1); out[14] = cast<Derived *>(b, 1); out[15] = cast<Base *>(dp, 1); out[16] = cast<int *>(1, 1);
  out[17] = cast<int>(1.5, 1); out[18] = cast<double>(fp, 1); out[19] = cast<long *>(3l, 1);
  out[20] = value<Ref>(1); out[21] = value<Fixed>(1); out[22] = value<Held>(1); out[23] = value<Plain>(1); out[24] = value<int>(1);
  out[25] = length<3>(0); out[26] = length<2>(0); out[27] = length<4>(0); out[28] = value<int[3]>(1);
}
