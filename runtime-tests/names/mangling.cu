// Names that NVRTC gives: substitutions, nested names, literals, qualifiers.
namespace outer {
namespace inner {
struct P { int a; };
template <class T> struct Q { T v; struct In { T w; }; typedef T type; };
}  // namespace inner
__global__ void plain(inner::P p, inner::P *q, const inner::P *r, int *o) { o[0] = p.a + q->a + r->a; }
template <class T> __global__ void both(inner::Q<T> a, inner::Q<T> *b, T *o, typename inner::Q<T>::type x) { o[0] = a.v + b->v + x; }
template __global__ void both<float>(inner::Q<float>, inner::Q<float> *, float *, float);
template __global__ void both<long long>(inner::Q<long long>, inner::Q<long long> *, long long *, long long);
}  // namespace outer
template <int A, bool B, unsigned C, long D, char E> __global__ void literals(int *o) { o[0] = A + B + C + D + E; }
template __global__ void literals<-3, true, 7u, -9L, 'x'>(int *);
template __global__ void literals<0, false, 0u, 0L, 'a'>(int *);
template <class A, class B, class C> __global__ void three(A *a, B *b, C *c, const A *d, B *const e, volatile C *f, A g) { a[0] = *d + *b + *c + *e + *f + g; }
template __global__ void three<int, unsigned char, float>(int *, unsigned char *, float *, const int *, unsigned char *const, volatile float *, int);
template __global__ void three<float, float, float>(float *, float *, float *, const float *, float *const, volatile float *, float);
template <class T> struct Vec { T x, y; };
template <class T> __global__ void vecs(Vec<T> *a, Vec<Vec<T> > *b, Vec<int> c, T (*d)[4], T **e) { a->x = b->x.x + c.x + d[0][1] + **e; }
template __global__ void vecs<double>(Vec<double> *, Vec<Vec<double> > *, Vec<int>, double (*)[4], double **);
__global__ void vectors(float4 *a, float4 b, const float4 *c, double2 d, uint3 e, float4 *f) { a[0].x = b.x + c->x + (float)d.x + e.x + f->x; }
enum Mode { FAST, SLOW };
template <Mode M> __global__ void modes(int *o) { o[0] = M; }
template __global__ void modes<SLOW>(int *);
__global__ void with_enum(Mode m, Mode *n, int *o) { o[0] = m + *n; }
template <typename T> __global__ void overloaded(T *a) { *a = 1; }
template <typename T> __global__ void overloaded(T *a, int n) { *a = n; }
template __global__ void overloaded<int>(int *);
template __global__ void overloaded<int>(int *, int);
template __global__ void overloaded(float *a);
struct Outer { struct Inner { int k; }; Inner i; };
__global__ void nested(Outer::Inner a, Outer b, int *o) { o[0] = a.k + b.i.k; }
typedef unsigned int u32;
using real = double;
__global__ void aliases(u32 *a, real *b, size_t n, long long m, unsigned long long *k) { b[0] = a[0] + n + m + k[0]; }
