// [class.conv.ctor] a constructor of an ellipsis alone converts what nothing better converts; what it takes is evaluated
// wrong: ellipsis-converts-nothing
struct E {};
struct A { int a; __device__ A(...) : a(1) {} __device__ A(short n) : a(n) {} };
struct B { int a; __device__ B(...) : a(3) {} __device__ B(void *) : a(4) {} };
struct C { int a; __device__ C(int n, ...) : a(n) {} };
struct F { __device__ operator A() const { return A((short)7); } };
__device__ int f(A a) { return a.a; }
__device__ int f(A a, const B &b) { return a.a * 10 + b.a; }
__device__ int g(B &&b) { return b.a; }
__device__ int h(A) { return 1; }
__device__ int h(long) { return 2; }
__device__ int next(int &i) { return ++i; }
__device__ int operator+(A a, A b) { return a.a * 100 + b.a; }
extern "C" __global__ void k(long long *out)
{
    int n = 0, i = 5;
    out[n++] = f(E()); out[n++] = f(i); out[n++] = f(F()); out[n++] = f(i, i); out[n++] = g(i); out[n++] = g(&i);
    A a(next(i)), b = E(), c{1.5, next(i)}; out[n++] = a.a; out[n++] = b.a; out[n++] = c.a; out[n++] = i;
    B d(next(i), next(i)); out[n++] = d.a; out[n++] = i;
    C e(2, next(i)), o = 9; out[n++] = e.a; out[n++] = i; out[n++] = o.a;
    out[n++] = h(E()); out[n++] = h(3); out[n++] = a + E(); out[n++] = (i ? E() : b).a; out[n++] = A().a;
}
